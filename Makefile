# make run        build mpivet and analyse the bundled example; ARGS="…" gives it other arguments
# make test       everything that is checked before a change goes in
# make test-integration  what needs pre-commit, CMake, ninja and bear
# make test-slurm shards under Slurm, started for the test on this machine (Debian: slurm-wlm; as root)
# make realcheck  analyse released MPI libraries and compare with what was judged right; ARGS=-update accepts what changed
# make bench      speed and memory against clang over the same sources
# make measure  run the programs of testdata/measure under mpiexec and write what the rules' pages show
# make lint       gofmt, go vet, staticcheck
# make docs       write docs/rules and docs/COST.md anew from the rules and the cost model
# make golden     write the expected outputs of the tests anew

# An older go command may fetch the version that go.mod asks for, unless it is told otherwise.
GOTOOLCHAIN ?= auto
export GOTOOLCHAIN

ARGS ?=
STATICCHECK ?= v0.7.0

.PHONY: all build run test test-integration realcheck bench measure lint docs golden clean

all: build

build:
	@go build -o bin/mpivet ./cmd/mpivet

# Findings are what the example is for: status 1 is a success here.
run:
	@.ci/setup run
	@go build -o bin/mpivet ./cmd/mpivet
	@bin/mpivet $(if $(ARGS),$(ARGS),-v -c 1 testdata/example); status=$$?; [ $$status -le 1 ]

test:
	@.ci/setup test
	@go vet ./... && go test ./...

test-integration:
	@.ci/setup test-integration
	@go vet -tags integration ./internal/integration && go test -tags integration -run 'PreCommit|CMake|Ninja|Make|Tools' ./internal/integration

test-slurm:
	@go test -tags slurm -run TestSlurm -count=1 ./cmd/mpivet

realcheck:
	@go run ./internal/realcheck $(ARGS)

bench:
	@go run ./internal/bench $(ARGS)

measure:
	@go run ./internal/measure -update $(ARGS)

lint:
	@files=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$files" ]; then echo "not formatted: $$files"; exit 1; fi
	@go vet ./...
	@go run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) ./...

docs:
	@MPIVET_UPDATE=1 go test ./rules/all ./fabric

golden:
	@MPIVET_UPDATE=1 go test ./report/... ./rules/all ./cmd/mpivet

clean:
	@rm -rf bin
