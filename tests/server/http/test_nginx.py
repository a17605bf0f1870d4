"""`deploy/nginx.conf` in a real nginx: HTTPS in front of two servers, with pages and WebSockets."""

import getpass
import os
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from parlour.server.http.transport.certificate import own_certificate
from tests.server.browser import PATIENCE, Browser
from tests.server.conftest import PostgreSQL
from tests.server.processes import free_port
from tests.server.served import Served

EXAMPLE = Path(__file__).parents[3] / "deploy/nginx.conf"
MAIN = """
user {user};
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    include {folder}/parlour.conf;
}}
"""


def nginx_path() -> str:
    """Return the path of nginx; without it, skip the test, or fail in CI."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        reason = "There is no nginx on this machine: deploy/nginx.conf was not tested."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def example(changes: dict[str, str]) -> str:
    """Return the example with other ports and files."""
    text = EXAMPLE.read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def proxy(
    tmp_path: Path, new_server: Callable[..., Served], postgresql: PostgreSQL
) -> Iterator[tuple[str, str, ssl.SSLContext, list[Served]]]:
    """Return the addresses of the proxy without and with HTTPS, the certificate to trust, and the servers behind it."""
    nginx, url = nginx_path(), postgresql.create()
    first = new_server(database_url=url, proxy=True, https=True)
    servers = [first, new_server(database_url=url, proxy=True, https=True, folder=first.app.folder)]
    certificate = own_certificate(tmp_path, ("127.0.0.1",))
    plain, encrypted = free_port(), free_port()
    changes = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{encrypted} ",
        "server 127.0.0.1:8420;": f"server 127.0.0.1:{servers[0].port};",
        "server 127.0.0.1:8421;": f"server 127.0.0.1:{servers[1].port};",
        "/etc/letsencrypt/live/games.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/games.example/privkey.pem": str(certificate),
        "Host $host;": "Host $http_host;",  # at another port than 443, browsers send it as well
    }
    (tmp_path / "parlour.conf").write_text(example(changes))
    main = tmp_path / "nginx.conf"
    main.write_text(MAIN.format(user=getpass.getuser(), folder=tmp_path))
    checked = subprocess.run([nginx, "-t", "-c", main], capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr
    running = subprocess.Popen([nginx, "-c", main])
    trusted = ssl.create_default_context(cafile=certificate)
    address = f"https://127.0.0.1:{encrypted}"
    try:
        while not is_reachable(address, trusted):
            assert running.poll() is None
        yield f"http://127.0.0.1:{plain}", address, trusted, servers
    finally:
        running.terminate()
        running.wait(PATIENCE)


def is_reachable(address: str, trusted: ssl.SSLContext) -> bool:
    try:
        return httpx.get(f"{address}/health", verify=trusted, timeout=PATIENCE).is_success
    except httpx.TransportError:
        return False


@pytest.mark.long
def test_a_match_is_played_through_nginx(proxy: tuple[str, str, ssl.SSLContext, list[Served]]) -> None:
    plain, address, trusted, servers = proxy
    moved = httpx.get(f"{plain}/lobby")
    assert (moved.status_code, moved.headers["location"]) == (301, "https://127.0.0.1/lobby")
    anna, ben = Browser(address, tls=trusted), Browser(address, tls=trusted)
    assert anna.get("/").headers["content-type"].startswith("text/html")
    assert anna.get("/metrics").status_code == 404
    match = anna.play({"is": "me", "name": "Anna"}, {"is": "open"}, kind="network")
    assert set(anna.http.cookies) == {"__Secure-parlour_csrf", "__Secure-parlour_login"}
    ben.join(match, "Ben")
    tables = [anna.open(match), ben.open(match)]
    for number in range(4):
        table = tables[number % 2]
        while table.ply < number:
            table.receive()
        table.does("move", index=0)
    open_sockets = sorted(len(server.app.services.sockets) for server in servers)
    assert open_sockets == [0, 2], "the pages of a match are at the same server"
    for browser in (anna, ben):
        browser.close()
