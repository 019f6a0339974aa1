"""`python -m tests.fuzz TARGET [options of libFuzzer]`: look for bytes at which a target fails.

What covers something new is kept in `.fuzz/`, not in the corpus that is under version control,
and so is what fails.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bot"]):
    from tests.fuzz.mutate import mutated
    from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """A changed document every other time, otherwise changed bytes."""
    changed = mutated(data, seed) if seed % 2 else None
    if changed is None or len(changed) > longest:
        return atheris.Mutate(data, longest)
    return changed


def main() -> None:
    name, *options = sys.argv[1:]
    found = Path(".fuzz") / name
    found.mkdir(parents=True, exist_ok=True)
    folders = [str(found), str(CORPUS / name), f"-artifact_prefix={found.parent}/{name}-"]
    arguments = [sys.argv[0], *folders, *options]
    as_json = {"custom_mutator": mutate} if name == "record" else {}
    atheris.Setup(arguments, TARGETS[name], **as_json)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
