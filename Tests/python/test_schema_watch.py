# SPDX-License-Identifier: Apache-2.0
"""What scripts/schema-watch finds in newer XDR files, and the recipe for a protocol upgrade (docs/CONTRIBUTING.md), followed for protocol 30."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCHEMAS = ("Sources/Core/StellarXDR/Schema", "Sources/Online/LedgerXDR/Schema")
XDRGEN = ROOT / ".build/quick/release/xdrgen"

# What protocol 30 brought, as text of the committed files: CAP-88's close values, CAP-84's addresses, longer names in contract interfaces.
ARMS = {
    "Sources/Online/LedgerXDR/Schema/5-ledgers.x": [
        (r",\n    STELLAR_VALUE_SIGNED_MS = 3,\n    STELLAR_VALUE_EMPTY_TX_SET_MS = 4", ""),
        (r"struct StellarValueExtSignedMs \{.*?\};\n\n", ""), (r"struct StellarValueExtProposedValueMs \{.*?\};\n\n", ""),
        (r"case STELLAR_VALUE_SIGNED_MS:.*?proposedValueMs;\n", "")],
    "Sources/Core/StellarXDR/Schema/3-contract.x": [
        (r",\n    SC_ADDRESS_TYPE_MUXED_CONTRACT = 5", ""), (r"struct MuxedContract \{.*?\};\n\n", ""),
        (r"case SC_ADDRESS_TYPE_MUXED_CONTRACT:.*?muxedContract;\n", "")],
    "Sources/Core/StellarXDR/Schema/4-contract-spec.x": [(r"(const SC_SPEC_TYPE_NAME_LIMIT = )1024", r"\g<1>60")],
}


def copy(to: Path) -> Path:
    for folder in SCHEMAS:
        shutil.copytree(ROOT / folder, to / folder)
    return to


@pytest.fixture
def older(tmp_path) -> Path:
    """The schema as it was before protocol 30."""
    root = copy(tmp_path / "older")
    for name, edits in ARMS.items():
        text = (root / name).read_text()
        for pattern, new in edits:
            text, count = re.subn(pattern, new, text, flags=re.S)
            assert count == 1, (name, pattern)
        (root / name).write_text(text)
    return root


def watch(newer: Path, *options: object, code: int) -> subprocess.CompletedProcess:
    done = subprocess.run([ROOT / "scripts/schema-watch", *map(str, options), newer], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, (done.stdout, done.stderr)
    return done


def committed(to: Path) -> Path:
    """The committed files in one folder, as stellar-xdr has its own."""
    to.mkdir()
    for number, folder in enumerate(SCHEMAS):
        for path in (ROOT / folder).glob("*.x"):
            shutil.copy(path, to / f"{number}-{path.name}")
    return to


def test_the_committed_schema_has_no_difference_from_itself(tmp_path):
    said = watch(committed(tmp_path / "newer"), code=0)
    assert said.stdout == "The committed schema has everything that these files have of its types.\n"


def test_what_a_signer_would_have_to_learn_is_told(older, tmp_path):
    said = watch(committed(tmp_path / "newer"), "--schema", older, code=1).stdout
    signer, online = said.split("The online side has to learn:")
    for line in ("The signer has to learn:", "  SCAddress: new: case SC_ADDRESS_TYPE_MUXED_CONTRACT: MuxedContract muxedContract",
                 "  SCAddressType: new: SC_ADDRESS_TYPE_MUXED_CONTRACT = 5", "  SCSpecTypeUDT: name: the limit was 60, is 1024"):
        assert line in signer.splitlines(), line
    for line in ("  StellarValueExt: new: case STELLAR_VALUE_SIGNED_MS: StellarValueExtSignedMs signedMs", "struct MuxedContract {", "struct StellarValueExtProposedValueMs {"):
        assert line in online.splitlines(), line
    assert "gone" not in said and "No longer" not in said


def test_protocol_30_comes_back_by_the_recipe_alone(older, tmp_path):
    newer = committed(tmp_path / "newer")
    watch(newer, "--schema", older, "--write", code=1)
    watch(newer, "--schema", older, code=0)
    for folder in SCHEMAS:
        for path in sorted((ROOT / folder).glob("*.x")):
            assert (older / folder / path.name).read_text() == path.read_text(), path.name
    for module, imported in ((SCHEMAS[0], ()), (SCHEMAS[1], (SCHEMAS[0],))):
        made = older / module.replace("Schema", "Made")
        subprocess.run([XDRGEN, older / module, made, *(older / each for each in imported)], check=True)
        known = ROOT / module.replace("Schema", "Generated")
        assert {p.name: p.read_text() for p in made.iterdir()} == {p.name: p.read_text() for p in known.iterdir()}


def test_files_that_are_written_differently_are_read(older, tmp_path):
    """Namespaces, lines for the preprocessor, features that are not released, anonymous types, default arms, types after their use."""
    newer = tmp_path / "newer"
    newer.mkdir()
    (newer / "a.x").write_text("""%#include "xdr/b.h"
namespace stellar {
/* a comment */ typedef opaque uint256[32]; typedef unsigned hyper uint64; typedef string SCString<>; // and another
struct MuxedEd25519Account { uint64 id; uint256 ed25519; };
union SCError switch (SCErrorType type) { case SCE_CONTRACT: unsigned int contractCode; default: SCErrorCode code; };
#ifdef NOT_YET
struct Later { int a; };
#else
struct SorobanCredentialsNow { union switch (int v) { case 0: struct { int a; } inner; default: void; } ext; };
#endif
}
""")
    (newer / "b.x").write_text("""namespace stellar { enum SCErrorType { SCE_CONTRACT = 0, SCE_NEW = 0x63 };
enum SCErrorCode { SCEC_ARITH_DOMAIN = 0 }; struct MuxedContract { uint64 id; struct { opaque a[1]; } contractId<4>; uint64* more; }; }
""")
    said = watch(newer, code=1).stdout
    assert "  MuxedContract: new: uint64* more" in said and "  SCErrorType: new: SCE_NEW = 99" in said
    assert "case SCE_NEW: SCErrorCode code" in said and "MuxedContract: contractId: was ContractID, is " in said
    assert "MuxedEd25519Account:" not in said and "Later" not in said


@pytest.mark.parametrize("text", [
    "struct SCVec { int a }", "const A = B;", "enum SCValType { X = 1", "@", "typedef int;", "struct MuxedEd25519Account { Missing id; };",
    "union ContractExecutable switch (ContractExecutableType type) { case UNKNOWN: void; };", "union SCVal switch (int v) { void; };", b"const A = 1; // \xff"])
def test_what_is_no_schema_is_refused_and_nothing_is_written(text, older, tmp_path):
    newer = tmp_path / "newer"
    newer.mkdir()
    (newer / "a.x").write_bytes(text if isinstance(text, bytes) else text.encode())
    before = {path: path.read_text() for path in older.rglob("*.x")}
    said = watch(newer, "--schema", older, "--write", code=2)
    assert said.stderr.startswith("schema-watch: error: ") and said.stdout == ""
    assert {path: path.read_text() for path in older.rglob("*.x")} == before


def test_a_folder_without_schemas_is_refused(tmp_path):
    assert "there are no .x files in" in watch(tmp_path, code=2).stderr
