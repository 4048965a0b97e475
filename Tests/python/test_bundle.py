# SPDX-License-Identifier: Apache-2.0
"""The bundle for the offline machine is what docs/SIGNER-BUNDLE.md describes. COLDSTAR_BUNDLE names its folder."""
from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from stellar_sdk import Keypair, TransactionEnvelope

from memory import full_fifo, waiting
from programs import PIN, TESTNET, Machine, key, payment

pytestmark = pytest.mark.skipif("COLDSTAR_BUNDLE" not in os.environ, reason="COLDSTAR_BUNDLE names no bundle: make check-bundle")
BUNDLE = Path(os.environ.get("COLDSTAR_BUNDLE", ".")).resolve()
FILES = ["BUILT-WITH", "LICENSE", "SHA256SUMS", "coldstar-scan", "coldstar-sign", "libqrencode.so.4"]
PROGRAMS = pytest.mark.parametrize("program", ["coldstar-scan", "coldstar-sign"])
GLIBC = re.compile(r"(libc|libm|libpthread|libdl|ld-linux[-a-z0-9_]*)\.so\.\d")
ALICE = key("alice")
MEGABYTE, MEBIBYTE = 10**6, 1 << 20


def output(*command) -> str:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout


def libraries(file: Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", file))


@pytest.fixture
def signer(tmp_path) -> Machine:
    machine = Machine(BUNDLE, tmp_path)
    machine.import_key("alice", ALICE)
    return machine


def test_the_bundle_has_the_documented_files_with_matching_hashes():
    assert sorted(path.name for path in BUNDLE.iterdir()) == FILES
    sums = dict(line.split("  ")[::-1] for line in (BUNDLE / "SHA256SUMS").read_text().splitlines())
    assert sums == {name: hashlib.sha256((BUNDLE / name).read_bytes()).hexdigest() for name in FILES if name != "SHA256SUMS"}


def test_the_bundle_is_at_most_25_megabytes():
    """The signer; the scanner, which can be left out, has as much again."""
    scanner = (BUNDLE / "coldstar-scan").stat().st_size
    assert sum(path.stat().st_size for path in BUNDLE.iterdir()) - scanner <= 25 * MEGABYTE and scanner <= 25 * MEGABYTE


@PROGRAMS
def test_the_program_links_only_glibc_and_the_bundled_library(program):
    needed = libraries(BUNDLE / program) + libraries(BUNDLE / "libqrencode.so.4")
    assert "libc.so.6" in needed and [name for name in needed if not GLIBC.fullmatch(name)] == []
    assert re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.+)\]", output("readelf", "-d", BUNDLE / program)) == ["$ORIGIN"]


@PROGRAMS
def test_the_program_is_a_hardened_executable(program):
    header, dynamic, segments = (output("readelf", option, BUNDLE / program) for option in ("-h", "-d", "-lW"))
    assert "DYN (Position-Independent Executable" in header or "DYN (Shared object" in header
    assert "BIND_NOW" in dynamic or re.search("FLAGS_1.*NOW", dynamic)
    assert "GNU_RELRO" in segments
    assert re.search(r"GNU_STACK.* RW ", segments) and not re.search(r"LOAD.* RWE ", segments)


@PROGRAMS
def test_the_program_contains_no_path_of_the_build_machine(program):
    program = (BUNDLE / program).read_bytes()
    for path in (str(Path.home()), str(Path(__file__).resolve().parents[2]), str(BUNDLE.parent)):
        assert len(path) < 4 or path.encode() not in program, path


def test_built_with_names_the_oldest_supported_glibc():
    versions = re.findall(r" GLIBC_(2\.\d+)", output("objdump", "-p", BUNDLE / "coldstar-sign").replace("GLIBC_ABI_DT_RELR", "GLIBC_2.36"))
    newest = max(versions, key=lambda text: int(text.split(".")[1]))
    assert f"glibc {newest} or newer\n" in (BUNDLE / "BUILT-WITH").read_text()


def kibibytes(process: int, field: str) -> int:
    return int(re.search(rf"(?m)^{field}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())[1])


def test_the_signer_uses_at_most_16_mebibytes_while_waiting_for_input(signer):
    with signer.started("coldstar-sign", "inspect", "-", "--network", "testnet") as process:
        waiting(process.pid, 0)
        peak = kibibytes(process.pid, "VmHWM")
        process.stdin.write(payment(source=ALICE).encode())
        process.communicate()
    assert peak * 1024 <= 16 * MEBIBYTE


def test_the_signer_keeps_at_most_4_mebibytes_of_its_own_after_the_pin_derivation(signer, tmp_path):
    writer, keep = full_fifo(tmp_path / "held")
    reader, end = os.pipe()
    os.write(end, PIN.encode() + b"\n")
    os.close(end)
    process = subprocess.Popen([BUNDLE / "coldstar-sign", "sign", "-", "--key", "alice", "--yes", "--network", "testnet", "--pin-fd", str(reader)],
                               stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.DEVNULL, pass_fds=[reader], cwd=tmp_path,
                               env={"COLDSTAR_HOME": str(tmp_path)})
    try:
        process.stdin.write(payment(source=ALICE).encode())
        process.stdin.close()
        waiting(process.pid)
        # The derivation alone uses 256 MiB and has released them.
        assert kibibytes(process.pid, "VmHWM") * 1024 > 256 * MEBIBYTE
        # What else is resident are pages of the program's file, which the system maps around those that are used, and drops at will.
        assert kibibytes(process.pid, "RssAnon") * 1024 <= 4 * MEBIBYTE
    finally:
        process.kill()
        process.wait()
        for descriptor in (writer, keep, reader):
            os.close(descriptor)


CHROOT = shutil.which("chroot", path=os.environ["PATH"] + ":/usr/sbin")


@pytest.mark.skipif(os.geteuid() != 0 or not CHROOT, reason="chroot is for root")
def test_the_bundle_works_in_a_chroot_with_only_glibc(tmp_path):
    root = tmp_path / "root"
    shutil.copytree(BUNDLE, root / "signer")
    for line in output("ldd", BUNDLE / "coldstar-sign").splitlines() + output("ldd", BUNDLE / "libqrencode.so.4").splitlines():
        path = next((Path(word) for word in line.split() if word.startswith("/")), None)
        if path and GLIBC.fullmatch(path.name):
            (root / path.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / path.relative_to("/"))

    def run(*arguments: str, pin: str | None = None, stdin: str = "") -> subprocess.CompletedProcess:
        options, descriptors = [], []
        if pin is not None:
            reader, end = os.pipe()
            os.write(end, pin.encode() + b"\n")
            os.close(end)
            options, descriptors = ["--pin-fd", str(reader)], [reader]
        result = subprocess.run([CHROOT, root, "/signer/coldstar-sign", *arguments, *options], input=stdin, capture_output=True, text=True,
                                pass_fds=descriptors, env={"COLDSTAR_HOME": "/home", "LC_ALL": "C"})
        for descriptor in descriptors:
            os.close(descriptor)
        return result

    assert (version := run("--version")).stdout.startswith("0.1.0\ncommit: ") and "libqrencode 4." in version.stdout, version
    assert "24. " in run("key", "new", "savings", pin=PIN).stderr
    assert "savings" in run("key", "list").stdout
    inspected = run("inspect", "-", "--network", "testnet", "--json", stdin=payment(source=ALICE))
    assert inspected.returncode == 0, inspected
    own = Keypair.from_public_key(json.loads(run("key", "show", "savings", "--json").stdout)["public_key"])
    signed = run("sign", "-", "--key", "savings", "--yes", "--network", "testnet", "--out", "/signed", "--png", "/signed.png", pin=PIN,
                 stdin=payment(source=own))
    assert signed.returncode == 0, signed
    envelope = TransactionEnvelope.from_xdr((root / "signed").read_text(), TESTNET)
    own.verify(envelope.hash(), envelope.signatures[0].signature)
    found = run("doctor", "--json")
    assert '"broken"' not in found.stdout and '"system-calls"' in found.stdout, found
    # The chroot has no /proc, which the loader uses to find the library beside the program.
    assert run("qr", "-", "--network", "testnet", "--png", "/code.png", stdin=payment(source=ALICE)).returncode == 0
    assert (root / "code.png").read_bytes().startswith(b"\x89PNG")


def test_the_bundled_scanner_reads_what_the_signer_draws(signer, tmp_path):
    """With libzbar inside, and without the message bus that Debian's libzbar brings."""
    signer.sign("qr", "-", "--network", "testnet", "--png", "code.png", stdin=payment(source=ALICE))
    done = subprocess.run([BUNDLE / "coldstar-scan", tmp_path / "code.png"], capture_output=True, text=True, check=True, env={})
    assert signer.sign("inspect", "-", "--network", "testnet", "--json", stdin=done.stdout).out
    assert b"dbus_bus_get\0" not in (BUNDLE / "coldstar-scan").read_bytes()
    symbols = output("nm", "-D", "--undefined-only", BUNDLE / "coldstar-scan")
    assert not re.search(r" (socket|connect|getaddrinfo|sendmsg)\b", symbols)


def test_without_the_bundled_library_only_qr_codes_fail(tmp_path):
    shutil.copy(BUNDLE / "coldstar-sign", tmp_path)
    alone = Machine(tmp_path, tmp_path)
    assert alone.sign("--version").out.startswith("0.1.0\ncommit: ")
    assert alone.sign("inspect", "-", "--network", "testnet", stdin=payment(source=ALICE)).out
    result = alone.sign("qr", "-", "--network", "testnet", "--png", "code.png", stdin=payment(source=ALICE), code=None)
    # If the system has the library too, the program uses that one.
    assert result.code in (0, 65) and (tmp_path / "code.png").exists() == (result.code == 0)


def test_the_program_finds_its_library_from_any_folder_and_through_a_link(tmp_path):
    """From an empty current folder: through a symbolic link, and by a relative path."""
    (tmp_path / "link").symlink_to(BUNDLE / "coldstar-sign")
    (tmp_path / "bundle").symlink_to(BUNDLE)
    for place, program in enumerate([tmp_path / "link", "./link", "bundle/coldstar-sign", BUNDLE / "coldstar-sign"]):
        subprocess.run([program, "qr", "-", "--network", "testnet", "--png", f"{place}.png"], input=payment(source=ALICE), text=True, check=True,
                       cwd=tmp_path, env={"COLDSTAR_HOME": str(tmp_path)})
        assert (tmp_path / f"{place}.png").exists()


@pytest.mark.parametrize("name", ["LD_PRELOAD", "LD_AUDIT"])
def test_the_program_refuses_to_run_with_a_preloaded_library(tmp_path, name):
    """A preloaded library could change the program's clock; one that clears its environment variable is found among the loaded objects."""
    (tmp_path / "first.c").write_text("""
        #include <stdlib.h>
        unsigned int la_version(unsigned int version) { return version; }
        __attribute__((constructor)) static void hide(void) { if (getenv("HIDE")) { unsetenv("LD_PRELOAD"); unsetenv("LD_AUDIT"); } }
    """)
    library = tmp_path / "first.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, tmp_path / "first.c"], check=True)
    for hide in ({}, {"HIDE": "1"}):
        done = subprocess.run([BUNDLE / "coldstar-sign", "--version"], env={name: str(library), **hide}, capture_output=True, text=True)
        assert done.returncode == 77 and "another library is loaded into this program" in done.stderr, done
    assert subprocess.run([BUNDLE / "coldstar-sign", "--version"], env={}).returncode == 0
