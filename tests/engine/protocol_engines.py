"""Foreign engines for the tests, good and bad: `python protocol_engines.py KIND`."""

import subprocess
import sys
import time


def main(kind: str) -> None:
    if kind == "mute":
        time.sleep(600)
    if kind == "deaf":
        print("parlourok", flush=True)
        time.sleep(600)
    if kind == "parent":
        holds_open = f"import time; file = open({sys.argv[2]!r}, 'w'); time.sleep(600)"
        subprocess.Popen([sys.executable, "-c", holds_open])
    moves: list[str] = []
    for line in sys.stdin:
        words = line.split()
        match words[0] if words else "":
            case "parlour":
                print("id name Test engine", "games sim", "parlourok", sep="\n", flush=True)
            case "position":
                moves = words[words.index("moves") + 1 :] if "moves" in words else []
            case "go":
                answer(kind, moves)
            case "quit":
                return


def answer(kind: str, moves: list[str]) -> None:
    """Answer with the first stroke that is not drawn yet, or badly."""
    strokes = [f"{one}-{other}" for one in "ABCDEF" for other in "ABCDEF" if one < other]
    match kind:
        case "good":
            print(
                "info depth 1 score 0", f"bestmove {next(s for s in strokes if s not in moves)}", sep="\n", flush=True
            )
        case "crashing":
            sys.exit(3)
        case "illegal":
            print("bestmove A-A", flush=True)
        case "garbage":
            sys.stdout.buffer.write(b"\xff\xfe" * 30_000 + b"\nbestmove \xff\n")
            sys.stdout.flush()
        case "hanging" | "parent":
            pass


if __name__ == "__main__":
    main(sys.argv[1])
