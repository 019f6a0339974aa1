"""`python -m bot replay` as it is called: exit status, lines on stdout, lines on stderr."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.record import generator, pinochle_generator
from tests.record.games import GENERATORS

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "PYTHONUTF8": "1"}


def call(*arguments, environment=None, **streams):
    if not streams:
        streams = {"capture_output": True}
    command = [sys.executable, "-m", "bot", "replay", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT | (environment or {}), timeout=60, **streams
    )


def lines(stream):
    return stream.decode("utf-8").splitlines()


@pytest.fixture
def folder(tmp_path):
    """Three files: a legal record, an illegal one, and none."""
    record = generator.base(random.Random(1))
    (tmp_path / "legal.json").write_bytes(generator.to_bytes(record))
    record["deals"][1]["actions"][0]["target"] = record["deals"][1]["actions"][0]["seat"]
    (tmp_path / "illegal.json").write_bytes(generator.to_bytes(record))
    record["colour"] = "red"
    (tmp_path / "none.json").write_bytes(generator.to_bytes(record))
    return tmp_path


def test_a_legal_record_is_told_in_readable_form(folder):
    done = call(folder / "legal.json")
    assert (done.returncode, done.stderr) == (0, b"")
    first, *deals, last = lines(done.stdout)
    assert first == "legal.json: Pluck, North, East, South"
    assert [line.split(":")[0] for line in deals] == ["  deal 1", "  deal 2"]
    assert last.endswith("unfinished")


def test_a_legal_record_is_told_as_one_object(folder):
    done = call("--json", folder / "legal.json")
    assert (done.returncode, done.stderr) == (0, b"")
    (line,) = lines(done.stdout)
    said = json.loads(line)
    assert list(said) == ["deals", "score", "winners"]
    assert set(said["deals"][0]) == {
        "complete", "tricks", "trump", "caller", "plucks", "balance", "score"
    }  # fmt: skip


def test_an_illegal_record_names_deal_and_action_on_stderr(folder):
    done = call(folder / "illegal.json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert lines(done.stderr) == ["deal 2 action 0: that seat owes no pluck"]


def test_with_json_the_reason_is_on_stdout(folder):
    done = call("--json", folder / "illegal.json")
    assert (done.returncode, done.stderr) == (1, b"")
    assert [json.loads(line) for line in lines(done.stdout)] == [
        {"error": "deal 2 action 0: that seat owes no pluck"}
    ]


def test_a_record_of_the_other_game_is_told_in_its_own_terms(tmp_path):
    record = pinochle_generator.base(random.Random(1))
    (tmp_path / "pinochle.json").write_bytes(generator.to_bytes(record))
    done = call("--json", tmp_path / "pinochle.json")
    assert (done.returncode, done.stderr) == (0, b"")
    (line,) = lines(done.stdout)
    assert [list(deal) for deal in json.loads(line)["deals"]] == [
        ["complete", "trump", "melds", "trick_points", "points", "score"]
    ] * 2
    done = call(tmp_path / "pinochle.json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines(done.stdout)[0] == "pinochle.json: Pinochle, North, South"
    record["deals"][0]["actions"][3]["cards"] = ["AC", "KC"]
    (tmp_path / "illegal.json").write_bytes(generator.to_bytes(record))
    done = call(tmp_path / "illegal.json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert lines(done.stderr) == ["deal 1 action 3: these cards make no meld"]
    record["deals"][0]["actions"][2]["exchange"] = 1
    (tmp_path / "none.json").write_bytes(generator.to_bytes(record))
    assert call(tmp_path / "none.json").returncode == 2


@pytest.mark.parametrize("json_wanted", [False, True])
def test_what_is_no_record_has_a_reason_in_one_line(folder, json_wanted):
    done = call(*["--json"] * json_wanted, folder / "none.json")
    assert done.returncode == 2
    (line,) = lines(done.stdout if json_wanted else done.stderr)
    assert (json.loads(line)["error"] if json_wanted else line) == "colour: unknown key"
    assert (done.stderr if json_wanted else done.stdout) == b""


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["legal", "legal"], 0),
        (["illegal", "legal"], 1),
        (["none", "illegal", "legal"], 2),
        (["legal", "missing", "legal"], 2),
    ],
)
def test_of_several_files_the_worst_counts_and_each_has_its_line(folder, names, status):
    done = call("--json", *(folder / f"{name}.json" for name in names))
    assert (done.returncode, done.stderr) == (status, b"")
    said = [json.loads(line) for line in lines(done.stdout)]
    assert ["error" in each for each in said] == [name != "legal" for name in names]


def test_of_several_files_a_reason_says_whose_it_is(folder):
    done = call(folder / "illegal.json", folder / "legal.json", folder / "none.json")
    assert done.returncode == 2
    assert [line.split(": ")[0] for line in lines(done.stderr)] == [
        str(folder / "illegal.json"),
        str(folder / "none.json"),
    ]
    assert len(lines(done.stdout)) == 4


@pytest.mark.parametrize("made", ["missing", "empty", "folder", "latin", "bytes"])
@pytest.mark.parametrize("json_wanted", [False, True])
def test_a_file_that_cannot_be_read_is_no_record(tmp_path, made, json_wanted):
    file = tmp_path / "file.json"
    match made:
        case "empty":
            file.write_bytes(b"")
        case "folder":
            file.mkdir()
        case "latin":
            file.write_text('{"format": "é"}', encoding="latin-1")
        case "bytes":
            file.write_bytes(bytes(range(256)))
    done = call(*["--json"] * json_wanted, file)
    assert done.returncode == 2
    assert len(lines(done.stdout if json_wanted else done.stderr)) == 1
    assert not (done.stderr if json_wanted else done.stdout)


def test_no_file_at_all_is_a_wrong_call():
    done = call()
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("kind", ["malformed", "doubtful"])
@pytest.mark.parametrize("making", GENERATORS.values(), ids=GENERATORS)
def test_whatever_is_in_a_file_there_is_a_line_and_no_traceback(tmp_path, making, kind):
    """All kinds of broken files in one call; the exit status of each alone is tested in-process."""
    names = {"malformed": making.MALFORMED_NAMES, "doubtful": making.DOUBTFUL_NAMES}[kind]
    make = {"malformed": making.malformed_case, "doubtful": making.doubtful_case}[kind]
    files = []
    for number, name in enumerate(names):
        files.append(tmp_path / f"{number}.json")
        files[-1].write_bytes(make(name, random.Random(5)))
    done = call("--json", *files)
    assert done.stderr == b""
    said = [json.loads(line) for line in lines(done.stdout)]
    assert len(said) == len(names)
    if kind == "malformed":
        assert done.returncode == 2
        assert all(list(each) == ["error"] for each in said)
    plain = call(*files)
    assert plain.returncode == done.returncode
    assert b"Traceback" not in plain.stderr
    assert len(lines(plain.stderr)) == sum("error" in each for each in said)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_names_from_anywhere_are_printed_on_any_terminal(folder, encoding):
    record = json.loads((folder / "legal.json").read_bytes())
    record["seats"] = ["雪 Zoë", "line\nbreak", "\u202eturned \U0001f0cf"]
    (folder / "names.json").write_bytes(generator.to_bytes(record))
    done = call(folder / "names.json", environment={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 4


def test_a_file_name_that_is_no_text_is_printed_all_the_same(folder):
    odd = os.fsencode(folder) + b"/odd\xff\n.json"
    try:
        Path(os.fsdecode(odd)).write_bytes((folder / "legal.json").read_bytes())
    except OSError:
        pytest.skip("no such names on this file system")
    done = call(odd)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"odd\\udcff\\n.json: Pluck")


def test_a_reader_who_goes_away_changes_nothing(folder):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        files = [folder / "legal.json", folder / "illegal.json"]
        done = call("--json", *files, stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_without_any_stdout_the_status_still_counts(folder):
    command = '"$0" -m bot replay "$1" >&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, folder / "illegal.json"],
        cwd=ROOT,
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    assert done.returncode == 1
    assert len(lines(done.stderr)) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_said_and_not_taken_for_success(folder):
    with Path("/dev/full").open("wb") as full:
        done = call(folder / "legal.json", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 3
    assert [line.split(":")[0] for line in lines(done.stderr)] == ["cannot write"]
