"""The examples in `deploy/` parse, and name only settings, commands and metrics that exist."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from parlour.server.settings import PREFIX, ServerSettings
from tests.cli.command_lines import unknown_words
from tests.server.browser import Browser
from tests.server.conftest import NewBrowser, new_browser, quick_hashes, served
from tests.server.served import Served

__all__ = ["new_browser", "quick_hashes", "served"]

DEPLOY = Path(__file__).parents[2] / "deploy"
SETTINGS = {PREFIX + name.upper() for name in ServerSettings.__struct_fields__}
PROCESS_METRICS = {"process_cpu_seconds_total", "process_resident_memory_bytes"}


def documents(name: str) -> list[Any]:
    return [msgspec.yaml.decode(part) for part in (DEPLOY / name).read_text().split("\n---\n")]


def files() -> list[Path]:
    return [path for path in sorted(DEPLOY.rglob("*")) if path.is_file()]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_settings_exist(path: Path) -> None:
    assert set(re.findall(rf"{PREFIX}[A-Z_]+", path.read_text())) <= SETTINGS


@pytest.mark.parametrize("path", [path for path in files() if path.suffix == ".yaml"], ids=lambda path: path.name)
def test_yaml_is_readable(path: Path) -> None:
    assert all(isinstance(document, dict) for document in documents(str(path.relative_to(DEPLOY))))


def test_the_files_that_services_use_exist() -> None:
    services = documents("compose.yaml")[0]["services"]
    mounted = [volume for service in services.values() for volume in service.get("volumes", [])]
    sources = [volume.split(":")[0] for volume in mounted]
    volumes = set(documents("compose.yaml")[0]["volumes"])
    assert all((DEPLOY / source).is_file() if source.startswith(".") else source in volumes for source in sources)
    built = [service["build"] for service in services.values() if "build" in service]
    assert built
    assert all((DEPLOY / build["context"] / build["dockerfile"]).is_file() for build in built)


def commands() -> list[list[str]]:
    """Return all command lines of Parlour in the examples."""
    services = documents("compose.yaml")[0]["services"]
    found = [service["command"] for service in services.values() if service.get("image") == "parlour"]
    for document in documents("kubernetes.yaml"):
        template = document["spec"].get("template", {"spec": {"containers": []}})
        found += [container["args"] for container in template["spec"]["containers"]]
    found.append(re.findall(r"parlour (serve .*)", (DEPLOY / "nginx.conf").read_text())[0].split())
    found.append(json.loads(re.findall(r"CMD (.*)", (DEPLOY / "Dockerfile").read_text())[0]))
    return found


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_commands_and_their_options_exist(command: list[str]) -> None:
    assert unknown_words(command) == set()


def test_the_image_installs_the_wheel_with_extras_that_exist() -> None:
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [extras] = re.findall(r"\.whl\)\[([\w,-]+)\]", (DEPLOY / "Dockerfile").read_text())
    assert "server" in extras.split(",")
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    assert "!dist/parlour-*.whl" in (DEPLOY / "Dockerfile.dockerignore").read_text().split()


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_blocks_of_the_proxies_are_closed(name: str) -> None:
    depth = 0
    for line in (DEPLOY / name).read_text().splitlines():
        code = re.sub(r"\{\$\w+\}", "", line.split("#")[0]).strip()
        depth += code.count("{") - code.count("}")
        assert depth >= 0, line
        assert name == "Caddyfile" or not code or code.endswith(("{", "}", ";")), line
    assert depth == 0


def test_every_metric_of_the_dashboard_is_exported(served: Served, new_browser: NewBrowser) -> None:
    browser: Browser = new_browser()
    table = browser.open(browser.play({"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}))
    table.does("move", index=0)
    families = list(text_string_to_metric_families(generate_latest().decode()))
    suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    exported = {family.name + suffix for family in families for suffix in suffixes.get(family.type, ("",))}
    dashboard = json.loads((DEPLOY / "grafana/dashboard.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = {name for expression in expressions for name in re.findall(r"\b(?:parlour|process)_[a-z_]+", expression)}
    assert len(expressions) >= 10
    assert named - PROCESS_METRICS <= exported  # those of the process exist on Linux only
    jobs = {job["job_name"] for job in documents("prometheus.yaml")[0]["scrape_configs"]}
    assert {job for expression in expressions for job in re.findall(r'job="([^"]+)"', expression)} <= jobs
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
