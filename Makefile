# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
SECONDS ?= 60
MINUTES ?= 10

.PHONY: run test soak fuzz bench lint format clean

run: .venv/run.stamp  ## start the bot; without DISCORD_TOKEN, the playground
	$(BIN)/python -m bot

test: .venv/dev.stamp  ## the whole suite
	$(BIN)/python -m pytest -n auto --dist loadfile

soak: .venv/dev.stamp  ## matches under faults and kills for MINUTES, or those of one SEED again
	$(BIN)/python -m tests.soak --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

fuzz: .venv/fuzz.stamp  ## look SECONDS long for bytes at which a parser fails
	$(BIN)/python -m tests.fuzz custom_id -max_total_time=$(SECONDS) -max_len=200 -print_final_stats=1
	$(BIN)/python -m tests.fuzz record -max_total_time=$(SECONDS) -max_len=20000 -print_final_stats=1

bench: .venv/bench.stamp  ## what the bot costs, beside a bare bot; QUICK=1 for a short form, PART=press for one
	$(BIN)/python -m tests.bench $(if $(QUICK),--quick) $(PART)

lint: .venv/dev.stamp  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev.stamp  ## put the code into the one format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what the other targets made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .fuzz *.egg-info bench-results.*

.venv/made.stamp:
	$(PYTHON) -m venv .venv
	touch $@

.venv/run.stamp: pyproject.toml constraints.txt | .venv/made.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[playground]'
	touch $@

.venv/dev.stamp: pyproject.toml constraints.txt | .venv/made.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[playground,dev]'
	touch $@ .venv/run.stamp

.venv/bench.stamp: pyproject.toml constraints.txt | .venv/made.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[playground,dev,bench]'
	touch $@ .venv/dev.stamp .venv/run.stamp

.venv/fuzz.stamp: pyproject.toml constraints.txt | .venv/made.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[fuzz]'
	touch $@
