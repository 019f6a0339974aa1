# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint format clean

run: .venv/run.stamp  ## start the bot; without DISCORD_TOKEN, the playground
	$(BIN)/python -m bot

test: .venv/dev.stamp  ## the whole suite
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: .venv/dev.stamp  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev.stamp  ## put the code into the one format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what the other targets made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info

.venv/made.stamp:
	$(PYTHON) -m venv .venv
	touch $@

.venv/run.stamp: pyproject.toml constraints.txt | .venv/made.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[playground]'
	touch $@

.venv/dev.stamp: pyproject.toml constraints.txt | .venv/made.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[playground,dev]'
	touch $@ .venv/run.stamp
