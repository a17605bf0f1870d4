"""Check what this machine lacks before the set-up, and print the command that installs it.

Print the path of the Python to use on stdout and everything else on stderr. Exit status 2: Parlour cannot be set up
here. Without a C compiler or Python headers it can (interpreted, slow), so those are warnings only.

Runs on Python 3.6 and later with the standard library only, so that it can report a Python that is too old.
"""

import argparse
import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import textwrap
import urllib.error
import urllib.request
from typing import Dict, List, NamedTuple, Optional, Tuple

OLDEST = (3, 11)
NEEDED_MB = 1800
INDEX = "https://pypi.org/simple/"

# Names of the packages by system. {v} is the version of the Python in use, such as 3.11.
PACKAGES: Dict[str, Dict[str, str]] = {
    "debian": {
        "python": "python3 python3-venv python3-dev",
        "venv": "python{v}-venv",
        "header": "python{v}-dev",
        "compiler": "gcc libc6-dev",
    },
    "fedora": {"python": "python3 python3-devel", "venv": "python3", "header": "python3-devel", "compiler": "gcc"},
    "rhel": {
        "python": "python3.12 python3.12-devel",
        "venv": "python{v}",
        "header": "python{v}-devel",
        "compiler": "gcc",
    },
    "arch": {"python": "python", "venv": "python", "header": "python", "compiler": "gcc"},
    "macos": {"python": "python", "venv": "python", "header": "python", "compiler": ""},
}
INSTALL = {
    "debian": "apt-get install -y",
    "fedora": "dnf install -y",
    "rhel": "dnf install -y",
    "arch": "pacman -S --needed",
    "macos": "brew install",
}
WORDS = {
    "python": "Python 3.11 or newer",
    "venv": "Python's venv and ensurepip modules",
    "header": "Python's header files (Python.h)",
    "compiler": "a C compiler",
}

# Run by every Python found, to report its version and features.
PROBE = """
import importlib.util, json, os, sys, sysconfig
folders = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
print(json.dumps([
    list(sys.version_info[:2]), sys.version_info[3] == "final",
    all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")),
    any(os.path.exists(os.path.join(folder, "Python.h")) for folder in folders if folder),
    (sysconfig.get_config_var("CC") or "cc").split()[0],
]))
"""


class Python(NamedTuple):
    path: str
    version: Tuple[int, int]
    final: bool
    venv: bool
    header: bool
    cc: str


class Machine(NamedTuple):
    system: str  # a key of PACKAGES, or "other"
    release: str  # the distribution and its version: "ubuntu 22.04"
    root: bool
    python: Optional[Python]  # the chosen Python, or None
    compiler: bool
    free_mb: int
    unreachable: str  # why the package index cannot be reached, or ""


# ---- This machine


def find_pythons() -> List[str]:
    """Return paths of Pythons: `python3` first, then the newest on PATH, of pyenv and of uv."""
    home = os.path.expanduser("~")
    pyenv = os.environ.get("PYENV_ROOT") or os.path.join(home, ".pyenv")
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    patterns = [os.path.join(folder, "python3.*") for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    patterns.append(os.path.join(pyenv, "versions", "*", "bin", "python3.*"))
    patterns.append(os.path.join(data, "uv", "python", "*", "bin", "python3.*"))
    named: List[Tuple[int, int, str]] = []
    for order, pattern in enumerate(patterns):
        for path in sorted(glob.glob(pattern)):
            match = re.match(r"python3\.(\d+)$", os.path.basename(path))
            if match and int(match.group(1)) >= OLDEST[1] and os.access(path, os.X_OK):
                named.append((-int(match.group(1)), order, path))
    first = shutil.which("python3")
    return ([first] if first else []) + [path for _, _, path in sorted(named)]


def probe(path: str) -> Optional[Python]:
    """Return version and features of the Python at `path`, or None if it does not run (pyenv leaves such scripts)."""
    try:
        answer = subprocess.run(
            [path, "-c", PROBE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, check=True
        )
        version, final, venv, header, cc = json.loads(answer.stdout.decode())
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return Python(path, (version[0], version[1]), final, venv, header, cc)


def choose(pythons: List[Python]) -> Optional[Python]:
    """Return the first Python that is new enough and lacks least; if all are too old, the first one."""
    fit = [python for python in pythons if python.version >= OLDEST and python.final]
    if not fit:
        return pythons[0] if pythons else None
    return min(fit, key=lambda python: (not python.venv, not python.header))


def system_of(os_release: str, darwin: bool) -> Tuple[str, str]:
    """Return the key into PACKAGES and the release, from the text of /etc/os-release."""
    if darwin:
        return "macos", "macos"
    values = dict(re.findall(r'^(ID|ID_LIKE|VERSION_ID)="?([^"\n]*)"?$', os_release, re.MULTILINE))
    names = [values.get("ID", ""), *values.get("ID_LIKE", "").split()]
    release = (values.get("ID", "") + " " + values.get("VERSION_ID", "")).strip()
    # The distribution itself comes before what it is like: CentOS is like Fedora, but has RHEL's packages.
    family = {"ubuntu": "debian", "centos": "rhel"}
    for name in names if "rhel" not in names else ["rhel"]:
        if family.get(name, name) in PACKAGES:
            return family.get(name, name), release
    return "other", release


def has_compiler(cc: str) -> bool:
    """Return whether the compiler that Python was built with, or that CC names, exists."""
    command = (os.environ.get("CC") or cc).split()[0]
    if shutil.which(command) is None:
        return False
    if platform.system() == "Darwin" and shutil.which("xcode-select"):  # /usr/bin/cc is there even without a compiler
        return subprocess.call(["xcode-select", "-p"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    return True


def why_unreachable(index: str) -> str:
    try:
        urllib.request.urlopen(urllib.request.Request(index, method="HEAD"), timeout=10).close()
    except urllib.error.HTTPError:
        return ""  # it answered
    except (OSError, ValueError) as error:
        return str(getattr(error, "reason", error))
    return ""


def inspect_machine(wanted: str, folder: str, network: bool) -> Machine:
    """Return this machine, with the Python called `wanted` or the best one found."""
    if wanted:
        path = shutil.which(wanted)
        python = probe(path) if path else None
    else:
        first = shutil.which("python3")
        python = probe(first) if first else None
        if python is None or choose([python]) is None or python.version < OLDEST or not (python.venv and python.header):
            python = choose([found for found in map(probe, find_pythons()) if found])
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            os_release = file.read()
    except OSError:
        os_release = ""
    system, release = system_of(os_release, platform.system() == "Darwin")
    index = os.environ.get("PIP_INDEX_URL") or INDEX
    return Machine(
        system=system,
        release=release,
        root=hasattr(os, "geteuid") and os.geteuid() == 0,
        python=python,
        compiler=has_compiler(python.cc if python else "cc"),
        free_mb=shutil.disk_usage(folder).free // 1000000,
        unreachable=why_unreachable(index) if network else "",
    )


# ---- What is missing


def missing(machine: Machine) -> List[str]:
    """Return the keys of WORDS that this machine lacks."""
    python = machine.python
    lacks = []
    if python is None or python.version < OLDEST:
        lacks.append("python")
    else:
        lacks += ["venv"] if not python.venv else []
        lacks += ["header"] if not python.header else []
    return lacks + ([] if machine.compiler else ["compiler"])


def blocks_setup(lacks: List[str]) -> bool:
    """Return whether Parlour cannot be set up at all."""
    return "python" in lacks or "venv" in lacks


def install_command(machine: Machine, lacks: List[str]) -> str:
    """Return the command that installs what is missing; "" if unknown."""
    if machine.system not in PACKAGES:
        return ""
    names = dict(PACKAGES[machine.system])
    if machine.release == "ubuntu 22.04":  # its python3 is 3.10, but 3.11 is available
        names["python"] = "python3.11 python3.11-venv python3.11-dev"
    elif "python" in lacks and machine.release in ("debian 11", "debian 10", "ubuntu 20.04", "ubuntu 18.04"):
        return ""
    version = "{}.{}".format(*machine.python.version) if machine.python else "3"
    packages: List[str] = []
    for key in lacks:
        packages += [name for name in names[key].format(v=version).split() if name not in packages]
    commands = []
    if machine.system == "macos" and "compiler" in lacks:
        commands.append("xcode-select --install")
    if packages:
        sudo = "" if machine.root or machine.system == "macos" else "sudo "
        commands.append("{}{} {}".format(sudo, INSTALL[machine.system], " ".join(packages)))
    return " && ".join(commands)


def report(machine: Machine) -> List[str]:
    """Return the paragraphs to print; none if nothing is wrong."""
    lacks = missing(machine)
    paragraphs = []
    if lacks:
        words = [WORDS[key] for key in lacks]
        listed = words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
        found = ""
        if "python" in lacks and machine.python:
            found = " There is only Python {}.{} at {}.".format(*machine.python.version, machine.python.path)
        if blocks_setup(lacks):
            paragraphs.append("Parlour cannot be set up: {} missing here.{}".format(are(listed, words), found))
        else:
            paragraphs.append(
                "{} missing here. Parlour continues without compiled modules: everything works, but the rules and the "
                "computer opponents are about 100 times slower.".format(are(listed[0].upper() + listed[1:], words))
            )
        command = install_command(machine, lacks)
        if command:
            paragraphs.append(
                "This installs what is missing:\n\n    {}\n\nThen run the same command again.".format(command)
            )
        elif "python" in lacks:
            paragraphs.append(
                "Your system may have no package of it: get one from https://www.python.org/downloads/, with pyenv, or "
                "with `uv python install 3.13`; then run the same command with PYTHON=/path/to/python3.13."
            )
        else:
            paragraphs.append("Install it with your system's package manager, then run the same command again.")
    if machine.free_mb < NEEDED_MB:
        paragraphs.append(
            "Only {} MB are free on this disk; setting Parlour up takes about {} MB.".format(machine.free_mb, NEEDED_MB)
        )
    if machine.unreachable and not blocks_setup(lacks):
        paragraphs.append(
            "The Python package index cannot be reached ({}). The first set-up downloads from it; playing later needs "
            "no network.".format(machine.unreachable)
        )
    return paragraphs


def are(listed: str, words: List[str]) -> str:
    plural = len(words) > 1 or words[0] in (WORDS["venv"], WORDS["header"])
    return listed + (" are" if plural else " is")


def show(paragraphs: List[str]) -> None:
    for paragraph in paragraphs:
        lines = [
            textwrap.fill(line, 100, subsequent_indent="") if line[:1] != " " else line
            for line in paragraph.split("\n")
        ]
        print("\n".join(lines) + "\n", file=sys.stderr)


def extreme(newest: bool) -> Optional[Python]:
    """Return the newest or the oldest complete Python on this machine that Parlour supports."""
    fit = []
    for path in find_pythons():
        python = probe(path)
        if python and python.version >= OLDEST and python.final and python.venv and python.header:
            fit.append(python)
    pick = max if newest else min
    return pick(fit, key=lambda python: python.version) if fit else None


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description="Report what is missing to set up Parlour.")
    parser.add_argument("--python", default="", help="the Python to use, instead of the best one found")
    parser.add_argument("--no-network", action="store_true", help="do not try to reach the package index")
    parser.add_argument("--newest", action="store_true", help="only print the path of the newest Python here")
    parser.add_argument("--oldest", action="store_true", help="only print the path of the oldest supported Python here")
    options = parser.parse_args(arguments)
    if options.newest or options.oldest:
        python = extreme(options.newest)
        print(python.path if python else "")
        return 0 if python else 2
    if options.python and probe(shutil.which(options.python) or options.python) is None:
        sentence = (
            "Parlour cannot be set up with PYTHON={}: there is no such Python here, or it does not run. Without "
            "PYTHON, the first one that is new enough is used."
        )
        show([sentence.format(options.python)])
        return 2
    machine = inspect_machine(options.python, os.path.dirname(os.path.abspath(__file__)), not options.no_network)
    show(report(machine))
    if blocks_setup(missing(machine)) or machine.python is None:
        return 2
    if not options.python and machine.python.path != shutil.which("python3"):
        print("Using Python {}.{} at {}.".format(*machine.python.version, machine.python.path), file=sys.stderr)
    print(machine.python.path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
