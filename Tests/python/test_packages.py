# SPDX-License-Identifier: Apache-2.0
"""The Debian packages in a Debian that has nothing else: no toolchain, no sources. COLDSTAR_PACKAGES names their folder, and
COLDSTAR_DEBIAN a folder made by debootstrap, of which each module gets a copy."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from links import dead_links

pytestmark = [
    pytest.mark.skipif("COLDSTAR_PACKAGES" not in os.environ, reason="COLDSTAR_PACKAGES names no packages: make check-packages"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can install packages"),
]
INSTALL = (Path(__file__).resolve().parents[2] / "docs/INSTALL.md").read_text()
PACKAGES = Path(os.environ.get("COLDSTAR_PACKAGES", ".")).resolve()
PROGRAMS = {"coldstar": ["coldstar-build", "coldstar-submit"], "coldstar-desk": ["coldstar-desk"], "coldstar-signer": ["coldstar-basicpay", "coldstar-scan", "coldstar-sign"],
            "coldstar-sandbox": ["coldstar-sandbox"], "coldstar-doc": []}
NETWORK = re.compile(r"curl|ssl|gnutls|nghttp|libssh|rtmp|ldap|krb5|Foundation")


def file(package: str) -> Path:
    [found] = PACKAGES.glob(f"{package}_*.deb")
    return found


def output(*command, code: int = 0) -> str:
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == code, f"{command}: exit {done.returncode}\n{done.stdout}"
    return done.stdout


class Debian:
    def __init__(self, root: Path):
        self.root = root

    def run(self, *command, code: int = 0, without_network: bool = False) -> str:
        """Runs a command in it, with /proc as on any Debian. The mount is the command's own and goes with it."""
        kinds = ["--mount", *(["--net"] if without_network else [])]
        return output("unshare", *kinds, "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"', self.root, "/usr/bin/env", "-i",
                      "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "TERM=dumb",
                      *command, code=code)

    def take(self, *debs: Path) -> list[str]:
        for deb in debs:
            shutil.copy(deb, self.root / "tmp")
        return [f"/tmp/{deb.name}" for deb in debs]


@pytest.fixture(scope="module")
def debian(tmp_path_factory) -> Debian:
    root = tmp_path_factory.mktemp("debian") / "root"
    output("cp", "-a", os.environ["COLDSTAR_DEBIAN"], root)
    machine = Debian(root)
    machine.run("apt-get", "install", "-y", "-q", "--no-install-recommends", *machine.take(*(file(package) for package in PROGRAMS)))
    return machine


def test_lintian_finds_nothing(subtests):
    for package in PROGRAMS:
        with subtests.test(package=package):
            assert output("lintian", "--allow-root", "--fail-on", "error,warning", file(package)) == ""


def test_a_package_has_its_programs_with_a_page_and_completions_each(subtests):
    for package in PROGRAMS:
        with subtests.test(package=package):
            names = output("dpkg", "-c", file(package))
            files = {line.split()[-1].removeprefix(".") for line in names.splitlines() if not line.startswith("d")}
            assert sorted(name for name in files if name.startswith("/usr/bin/")) == [f"/usr/bin/{name}" for name in PROGRAMS[package]]
            for name in PROGRAMS[package]:
                assert {f"/usr/share/man/man1/{name}.1.gz", f"/usr/share/bash-completion/completions/{name}",
                        f"/usr/share/zsh/vendor-completions/_{name}", f"/usr/share/fish/vendor_completions.d/{name}.fish"} <= files
            assert all(name.startswith("/usr/") for name in files)


def test_no_link_of_the_documentation_is_dead(tmp_path):
    output("dpkg-deb", "-x", file("coldstar-doc"), tmp_path)
    assert dead_links(tmp_path / "usr/share/doc/coldstar-doc", at_least=50) == []
    assert "[LICENSE](copyright)" in (tmp_path / "usr/share/doc/coldstar-doc/README.md").read_text()


def test_the_signers_package_depends_on_no_network_library_and_no_swift_runtime():
    assert not NETWORK.search(output("dpkg-deb", "-f", file("coldstar-signer"), "Depends"))


def test_no_program_is_linked_with_a_swift_runtime_from_outside(debian):
    for name in sum(PROGRAMS.values(), []):
        assert not re.search(r"libswift|libFoundation|not found", debian.run("ldd", f"/usr/bin/{name}"))


def test_the_signer_is_linked_with_no_network_library(debian):
    for name in ("coldstar-sign", "coldstar-basicpay"):
        assert not NETWORK.search(debian.run("ldd", f"/usr/bin/{name}"))


def test_the_whole_loop_runs_with_the_installed_programs(debian):
    said = debian.run("sh", "/usr/share/doc/coldstar-doc/samples/demo.sh", "/usr/bin")
    assert "applied in ledger" in said


def test_the_signer_works_without_any_network_interface(debian):
    (debian.root / "tmp/pin").write_text("29401755\n")
    for name in ("first", "second"):
        debian.run("sh", "-c", f"coldstar-sign key new {name} --words 12 --home /tmp/offline --pin-fd 9 9</tmp/pin", without_network=True)
    assert "first" in debian.run("coldstar-sign", "key", "list", "--home", "/tmp/offline", without_network=True)


def documented(words: str) -> str:
    """The block of docs/INSTALL.md with these words, as root runs it."""
    [block] = [block for block in re.findall(r"(?ms)^```\n(.*?)^```$", INSTALL) if words in block]
    return "cd\n" + block.replace("sudo ", "")


def test_the_offline_machine_gets_every_library_as_documented(debian, tmp_path):
    shutil.copy(file("coldstar-signer"), debian.root / "root")
    said = debian.run("sh", "-e", "-c", documented("Dir::State::status=/dev/null"))
    digest = re.findall(r"(?m)^[0-9a-f]{64}  -$", said)[0]
    offline = Debian(tmp_path / "root")
    output("cp", "-a", os.environ["COLDSTAR_DEBIAN"], offline.root)
    shutil.move(debian.root / "root/coldstar-libraries", offline.root / "root")
    assert digest in offline.run("sh", "-e", "-c", documented("dpkg -i -G -E"), without_network=True)
    offline.run("dpkg", "-i", *offline.take(file("coldstar-signer")), without_network=True)
    for name in PROGRAMS["coldstar-signer"]:
        assert "not found" not in offline.run("ldd", f"/usr/bin/{name}")
        offline.run(name, "--version", without_network=True)


def test_the_libraries_of_all_programs_are_those_that_are_documented(debian):
    named = set(re.findall(r"\blib[a-z0-9.+-]+", documented("-C /opt")))
    depended = set()
    for package in PROGRAMS:
        depended |= set(re.findall(r"\blib[a-z0-9.+-]+", debian.run("dpkg-query", "-W", "-f", "${Depends}", package)))
    assert depended - named == {"libc6", "libgcc-s1"} and named <= depended


def test_man_finds_every_page(debian):
    debian.run("apt-get", "install", "-y", "-q", "--no-install-recommends", "man-db")
    pages = [path for volume in ("man1", "man7") for path in sorted((debian.root / "usr/share/man" / volume).glob("coldstar*"))]
    assert len(pages) > 60
    for page in pages:
        name, volume = page.name.removesuffix(".gz").rsplit(".", 1)
        assert debian.run("man", "-w", volume, name).strip() == f"/usr/share/man/{page.parent.name}/{page.name}"


@pytest.mark.parametrize("package", PROGRAMS)
def test_the_pages_are_sound_for_man_and_for_mandoc(package, tmp_path):
    output("dpkg-deb", "-x", file(package), tmp_path)
    for page in sorted(tmp_path.glob("usr/share/man/man*/*.gz")):
        plain = page.with_suffix("")
        plain.write_bytes(subprocess.run(["gunzip", "-c", page], stdout=subprocess.PIPE, check=True).stdout)
        assert output("mandoc", "-T", "lint", "-W", "warning", plain) == ""
        shown = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", plain], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}, check=True)
        assert shown.stderr == b""


def test_another_version_replaces_this_one_and_keeps_the_vault(debian, tmp_path):
    before = files(debian.root / "tmp/offline")
    assert before
    debian.run("dpkg", "-i", *debian.take(newer("coldstar-signer", tmp_path)))
    assert "9.9.9-1" in debian.run("dpkg-query", "-W", "coldstar-signer")
    assert files(debian.root / "tmp/offline") == before


def test_an_older_version_is_refused_and_changes_nothing(debian):
    [older] = debian.take(file("coldstar-signer"))
    said = debian.run("dpkg", "-i", older, code=1)
    assert "cannot replace the newer version 9.9.9-1" in said
    assert "9.9.9-1" in debian.run("dpkg-query", "-W", "coldstar-signer")
    assert "key" in debian.run("coldstar-sign", "--help")


def test_an_older_version_is_accepted_after_a_removal_as_documented(debian):
    debian.run("dpkg", "-r", "coldstar-signer")
    debian.run("dpkg", "-i", *debian.take(file("coldstar-signer")))
    assert "9.9.9" not in debian.run("dpkg-query", "-W", "coldstar-signer")


def test_removal_leaves_nothing_but_what_the_user_made(debian):
    before = files(debian.root / "tmp/offline")
    debian.run("sh", "-e", "-c", documented("apt remove 'coldstar*'").replace("remove", "remove -y"))
    assert not re.search(r"libsodium|libzbar", debian.run("dpkg-query", "-W"))
    left = [path for path in debian.run("find", "/usr", "/etc", "/var/lib", "-iname", "*coldstar*").split() if not path.startswith("/var/lib/dpkg/")]
    assert left == []
    assert files(debian.root / "tmp/offline") == before


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def newer(package: str, work: Path) -> Path:
    """The package with a version of its own, as a later release would have."""
    output("dpkg-deb", "-R", file(package), work / "tree")
    control = work / "tree/DEBIAN/control"
    control.write_text(re.sub(r"(?m)^Version: .*$", "Version: 9.9.9-1", control.read_text()))
    deb = work / f"{package}_9.9.9-1.deb"
    output("dpkg-deb", "--build", work / "tree", deb)
    return deb
