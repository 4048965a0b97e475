# shellcheck shell=sh
# The one optimised compilation of all that leaves this folder, the installed programs and the signer's bundle: stripped, with the Swift
# runtime inside. Only what is linked differs, so that the signer is compiled once. The same sources, toolchain and packages give the same
# bytes, wherever the folder is. Read by scripts/programs and scripts/signer-bundle, which set `scratch`. SPDX-License-Identifier: Apache-2.0
here=$(pwd -P)
[ -f "$here/Package.swift" ] || { echo "$0: run this in the folder of Package.swift" >&2; exit 1; }
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd -P)
# The length of this path gets into programs, from the resources of a package; so it is always the same.
if [ ${#scratch} -le 200 ]; then
    while [ ${#scratch} -lt 200 ]; do scratch=$scratch/build; done
    scratch=$(echo "$scratch" | cut -c 1-200)
    case $scratch in */) scratch=${scratch%/}_ ;; esac
    mkdir -p "$scratch"
else
    echo "$0: warning: the path of the build is longer than 200 characters; other builds will not have the same bytes" >&2
fi

# Two that link the same programs in different ways wait for each other.
exec 9>"$scratch/lock"
flock 9

# The exact versions of the packages stand in Package.swift; the file that names them to the build is not kept.
[ -f Package.resolved ] || swift package --scratch-path "$scratch" resolve >&2

COLDSTAR_COMMIT=$(scripts/commit)
export COLDSTAR_COMMIT

# No path of this machine, no time and no random number may get into a program.
umask 022

# Builds a program. Arguments: its name, and options for the linker. Each build is planned anew: a kept plan would link what pkg-config said of
# the last one.
build() {
    program=$1
    shift
    LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=0 \
    swift build -c release --product "$program" --scratch-path "$scratch" --static-swift-stdlib \
        --explicit-target-dependency-import-check error --force-resolved-versions --disable-build-manifest-caching -debug-info-format none \
        -Xswiftc -gnone -Xswiftc -file-prefix-map -Xswiftc "$scratch=/build" -Xswiftc -file-prefix-map -Xswiftc "$here=/coldstar" \
        -Xcc -g0 -Xcc "-ffile-prefix-map=$scratch=/build" -Xcc "-ffile-prefix-map=$here=/coldstar" \
        -Xswiftc -use-ld=lld -Xlinker --build-id=none -Xlinker --no-export-dynamic -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
        "$@" >&2
}

# Writes a built program to a folder without what it does not need. LLVM's tool, from the toolchain: GNU strip would take the read-only marks
# of the tables (GNU_RELRO) away. Arguments: the name, the folder.
tools=$(swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')
take() {
    "$tools/llvm-objcopy" --strip-all --remove-section=.comment --remove-section=.swift_modhash "$scratch/release/$1" "$2/$1"
    chmod 755 "$2/$1"
}
