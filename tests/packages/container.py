"""Follow the container file in a copy of this machine's files, and play a game against what it starts.

python -m tests.packages.container FOLDER PYTHON WHEELS     as root, in a new mount namespace

Instead of the base image there is an overlay of `/`, with the Python installation PYTHON copied to /usr/local: what the
steps write stays in FOLDER. Not tried: the base image itself, and BuildKit's reading of the file.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.packages.distributions import ROOT
from tests.packages.playing import start_and_play

SYSTEM = {"HOME": "/root", "PATH": "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"}


def instructions() -> dict[str, str]:
    """Return the instructions of the container file; each occurs once."""
    lines = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    words = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return {name: " ".join(rest.split()) for name, rest in words}


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def mount_root(folder: Path, python: Path, wheels: Path) -> Path:
    """Return a root folder like that of the base image, with the wheels where RUN mounts them."""
    run("mount", "-t", "tmpfs", "tmpfs", folder)
    upper, work, root = (folder / name for name in ("upper", "work", "root"))
    for path in (upper, work, root):
        path.mkdir()
    run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir=/,upperdir={upper},workdir={work}", root)
    run("cp", "-a", f"{python}/.", root / "usr/local")
    pip = root / "usr/local/bin/pip"
    pip.write_text(re.sub(r"#!.*", "#!/usr/local/bin/python3", pip.read_text(), count=1))
    (root / "dist").mkdir()
    for source, target in ((wheels, "dist"), (Path("/dev"), "dev"), (Path("/proc"), "proc")):
        run("mount", "--rbind", source, root / target)
    run("chroot", root, "ldconfig", "/usr/local/lib")
    return root


def main(folder: str, python: str, wheels: str) -> None:
    root, file = mount_root(Path(folder), Path(python), Path(wheels)), instructions()
    mount, step = file["RUN"].split(maxsplit=1)
    assert mount == "--mount=source=dist,target=/dist"
    index = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}  # where packages come from
    subprocess.run(["chroot", root, "sh", "-ec", step], env={**SYSTEM, **index}, check=True, stdout=subprocess.DEVNULL)
    name, value = file["ENV"].split("=")
    environment = {**SYSTEM, "HOME": f"/home/{file['USER']}", name: value}
    command = ["chroot", f"--userspec={file['USER']}", str(root), *json.loads(file["ENTRYPOINT"])]
    subprocess.run([*command, "--version"], env=environment, check=True)
    print(start_and_play([*command, *json.loads(file["CMD"])], environment))
    print(*sorted(path.name for path in (root / value.lstrip("/")).iterdir()))


if __name__ == "__main__":
    main(*sys.argv[1:])
