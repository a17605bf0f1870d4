"""The bit operations for compilers without built-ins give the same results as those of gcc and clang."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from parlour.games.contract import bits_pure

PXD = Path(bits_pure.__file__).with_name("bits.pxd")
PROGRAM = """
#include <stdio.h>
#define CYTHON_INLINE inline
%s
int main(void) {
    unsigned long long bits;
    while (scanf("%%llu", &bits) == 1) printf("%%d %%d\\n", parlour_ctz(bits), parlour_popcount(bits));
    return 0;
}
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("flags", [[], ["-DPARLOUR_PORTABLE_BITS"]], ids=["built-in", "portable"])
def test_bit_operations_are_those_of_python(flags: list[str], tmp_path: Path) -> None:
    block = re.search(r'"""(.*?)"""', PXD.read_text(), re.DOTALL)
    assert block is not None
    source, program = tmp_path / "bits.c", tmp_path / "bits"
    source.write_text(PROGRAM % block[1])
    subprocess.run(["cc", "-Wall", "-Werror", "-Wno-unused", *flags, str(source), "-o", str(program)], check=True)
    numbers = [1 << n for n in range(64)] + [bits_pure.MASK64] + [random.Random(n).getrandbits(64) for n in range(200)]
    numbers = [number for number in numbers if number]
    lines = "\n".join(map(str, numbers))
    done = subprocess.run([str(program)], input=lines, capture_output=True, text=True, check=True)
    expected = [f"{bits_pure.ctz(number)} {bits_pure.popcount(number)}" for number in numbers]
    assert done.stdout.split("\n")[:-1] == expected
