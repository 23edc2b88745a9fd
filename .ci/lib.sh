# What the gates share. Each sources it first, and may be called from anywhere: this goes to the root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
# What is built once has nothing to save for the next time.
export CARGO_INCREMENTAL=0

step() { printf '\n-- %s (%d s)\n' "$*" "$SECONDS"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Installs those of these Debian packages that are missing.
packages() {
    local package missing=()
    for package in "$@"; do
        dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed' \
            || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    step "installing ${missing[*]}"
    # An index that cannot be had now matters only if the packages need it.
    [ "${index:-}" = new ] || as_root apt-get update -qq -o Acquire::Languages=none || true
    index=new
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null \
        || fail "cannot install ${missing[*]}"
}

# A program, wherever it comes from, else the Debian packages named behind it.
need() { command -v "$1" >/dev/null || packages "${@:2}"; }

# The backends that this machine has to run, by the kernel's own account of the CPU and not by the
# library's detection. CODEUNIT_REQUIRE_BACKENDS makes the tests fail if one of them did not run.
has() { for f in "$@"; do grep -m1 '^flags' /proc/cpuinfo | grep -qw "$f" || return 1; done; }
required_backends() {
    local required=fallback
    if [ "$(uname -m)" = x86_64 ]; then
        if has sse4_1 ssse3 popcnt; then required+=,sse41; fi
        if has avx2 bmi1 bmi2 abm popcnt; then required+=,avx2; fi
        if has avx512f avx512bw avx512vl avx512vbmi avx512_vbmi2 avx2 bmi1 bmi2 abm popcnt; then
            required+=,avx512
        fi
    fi
    echo "$required"
}

# With this flag the kernels for AVX-512 run over emulated instructions.
emulated='--cfg codeunit_emulated="avx512"'

# emulated_suite [ARGUMENT...]: the suite with them and every other backend of x86. One program for all gates that call it,
# with the checks that are left out of the kernels elsewhere: overflow, and what the standard library asserts of pointers
# and lengths.
emulated_suite() {
    RUSTFLAGS=$emulated CARGO_PROFILE_TEST_DEBUG=false CODEUNIT_REQUIRE_BACKENDS=fallback,sse41,avx2,avx512 \
        cargo test --locked -p codeunit --test suite --target-dir "$target/emulated" \
        --config profile.test.package.codeunit-simd.debug-assertions=true \
        --config profile.test.package.codeunit-simd.overflow-checks=true "$@"
}

# What the emulation needs of the CPU: AVX2, whose kernels those of AVX-512 call.
need_avx2() { [[ $(required_backends) == *avx2* ]] || fail "this gate needs a machine with AVX2"; }

# every_x86_backend: requires all of them, AVX-512 emulated where the CPU has AVX2 and no more, and says so.
every_x86_backend() {
    export CODEUNIT_REQUIRE_BACKENDS
    CODEUNIT_REQUIRE_BACKENDS=$(required_backends)
    case $CODEUNIT_REQUIRE_BACKENDS in
        *avx512*) ;;
        *avx2*)
            step "AVX-512: its instructions emulated"
            export RUSTFLAGS=$emulated
            CODEUNIT_REQUIRE_BACKENDS+=,avx512
            ;;
    esac
}

# The gates that run x86 programs have nothing to run elsewhere, and say so.
need_x86_64() { [ "$(uname -m)" = x86_64 ] || fail "this gate needs an x86-64 machine"; }

# The library's tests, all but the one of the release's code, which has no use for another way of
# running it, and that of the feature `legacy`: no others begin with a c or an l, and none but those of `io`,
# which need `std`, with an i. Not by `--skip`, which keeps the suite from seeing that it is complete.
[ "$(echo tests/[cil]*)" = "tests/codegen.rs tests/io tests/legacy" ] \
    || fail "tests/[cil]*: another name for the new test"
library_tests=(-p codeunit -p codeunit-fallback --lib --test '[!cl]*')

# foreign_test TRIPLE [ARGUMENT...]: the library's tests for another machine, in its emulator.
# `CARGO_TARGET_..._LINKER` and `_RUNNER` are the caller's.
foreign_test() {
    local triple=$1
    shift
    packages "${debians_rust[@]}"
    .ci/foreign-cargo --version
    # Without debug information everything builds faster. What fails names its line all the same.
    CARGO_PROFILE_TEST_DEBUG=false .ci/foreign-cargo test --locked "${library_tests[@]}" "$@" \
        --target "$triple" --target-dir "$target/foreign/$triple"
}

debians_rust=(rustc-web cargo-web rust-web-src)

# For an emulator: compiled without the debug assertions and the tests for overflow that other gates have, but for
# the one of the scalar path, that nobody sends it well-formed text. Then ARGUMENTs for cargo are in `lean`.
lean() {
    export CARGO_PROFILE_TEST_DEBUG=false CARGO_PROFILE_TEST_DEBUG_ASSERTIONS=false
    export CARGO_PROFILE_TEST_OVERFLOW_CHECKS=false
    lean=(--config profile.test.package.codeunit-fallback.debug-assertions=true)
    lean+=(--config unstable.profile-rustflags=true)
}

# unoptimized_dependencies [BUT...]: what else is in `lean` is for dependencies that take more time to build than to run,
# all but some of the standard library's, if that is built here. What they have instantiated of generic functions is not
# for others to use.
unoptimized_dependencies() {
    local package
    lean+=(--config 'profile.test.package."*".opt-level=0'
        --config 'profile.test.package."*".rustflags=["-Zshare-generics=no"]')
    for package; do
        lean+=(--config "profile.test.package.$package.opt-level=1" --config "profile.test.package.$package.rustflags=[]")
    done
}

# lean_kernels: the same for the kernels, which are most of what is compiled, where that takes longer than they lose at level
# 1. What is always inlined is so before LLVM sees it, which is not the default below 2.
lean_kernels() {
    lean+=(--config profile.test.package.codeunit-simd.opt-level=1
        --config 'profile.test.package.codeunit-simd.rustflags=["-Zinline-mir"]')
}

# light PACKAGE...: these, programs of tests and what they share, are instances of generic functions, thousands of them,
# each run a few times. Of what LLVM does for them by itself at level 1 these passes alone pay; not on s390x, where
# what the suite took less to compile it then took longer to run.
light() {
    local package passes='function(sroa,simplifycfg,early-cse),cgscc(inline,function(sroa,simplifycfg)),globaldce'
    for package; do
        lean+=(--config "profile.test.package.$package.opt-level=1")
        lean+=(--config "profile.test.package.$package.rustflags=[\"-Cno-prepopulate-passes\",\"-Cpasses=$passes\"]")
    done
}

# Packages of another architecture of Debian's.
architecture() {
    dpkg --print-foreign-architectures | grep -qx "$1" || as_root dpkg --add-architecture "$1"
}

# The runner for programs of another machine. Loader and libraries have to be of one build: with the
# loader of the cross compiler and a `libc6:arm64` that some package brought, threads never start.
emulator() { echo "qemu-$1 -L /usr/$1-linux-gnu -E LD_LIBRARY_PATH=/usr/$1-linux-gnu/lib"; }
