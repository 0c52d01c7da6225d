# The commands of the project; each does its own set-up. README.md says what they are for.

.PHONY: run test check lint test-rust test-web test-e2e chaos bench load dev web api fmt

run:
	@scripts/run

test:
	@scripts/test

check:
	@scripts/check

lint:
	@scripts/test lint

test-rust:
	@scripts/test rust

test-web:
	@scripts/test web

test-e2e:
	@scripts/test e2e

chaos:
	@scripts/chaos

bench:
	@scripts/bench

load:
	@scripts/load $(VIEWERS)

dev:
	@scripts/dev

web:
	@scripts/web

api:
	@scripts/api

fmt:
	@scripts/fmt
