# SPDX-License-Identifier: Apache-2.0
"""What a program cannot do inside the sandbox, tried by a probe that enters it as the signer does."""
from __future__ import annotations

import base64
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.real_argon2id,
    pytest.mark.skipif(platform.system() != "Linux", reason="seccomp and Landlock are Linux's"),
]
ONLY_X86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="these architectures are x86's")


def landlock() -> int:
    """The kernel's Landlock version, or 0."""
    code = "import ctypes; print(max(0, ctypes.CDLL(None, use_errno=True).syscall(444, None, 0, 1)))"
    return int(subprocess.run(["python3", "-c", code], capture_output=True, text=True).stdout or 0)


LANDLOCK = landlock()
needs_landlock = pytest.mark.skipif(not LANDLOCK, reason="the kernel has no Landlock")


@pytest.fixture(scope="session")
def probe_path(folder) -> Path:
    """The probe is not installed, and so may be in another folder than the programs."""
    return Path(os.environ.get("COLDSTAR_PROBE") or folder / "confine-probe")


@pytest.fixture
def probe(probe_path, tmp_path):
    def run(*arguments, **options) -> dict[str, str]:
        result = subprocess.run([probe_path, *map(str, arguments)], capture_output=True, text=True, cwd=tmp_path, **options)
        assert result.returncode == 0, result
        return dict(line.rsplit(" ", 1) if line.count(" ") else (line, "") for line in result.stdout.splitlines())
    return run


# Calls that networking needs, and calls that reach another process, another program or around the filter.
DENIED = ("socket,2,1 socket,10,1 socket,1,1 socket,16,3 socket,17,3 socket,40,1 socketpair,1,1 connect,-1 bind,-1 listen,-1 accept,-1 "
          "accept4,-1 sendto,-1 recvfrom,-1 sendmsg,-1 recvmsg,-1 sendmmsg,-1 recvmmsg,-1 shutdown,-1 getsockopt,-1 setsockopt,-1 "
          "getsockname,-1 getpeername,-1 io_uring_setup,1 io_uring_enter,-1 io_uring_register,-1 io_setup,1 "
          "ptrace,0 process_vm_readv,0 process_vm_writev,0 process_madvise,-1 pidfd_open,1 pidfd_getfd,-1 pidfd_send_signal,-1 kcmp,1,1 "
          "kill,0,0 tkill,1,0 tgkill,1,1,0 execve,0 execveat,-1 fork vfork clone,17 clone3,0 memfd_create,0 "
          "mmap,0,4096,4,34,-1 mmap,0,4096,7,34,-1 mprotect,0,0,4 pkey_mprotect,0 uselib,0 "
          "bpf,0 userfaultfd,0 perf_event_open,0 unshare,0 setns,-1 keyctl,0 add_key,0 request_key,0 personality,0 "
          "mount,0 umount2,0 pivot_root,0 chroot,0 chdir,0 fchdir,0 open_by_handle_at,-1 name_to_handle_at,-1 "
          "init_module,0 finit_module,0 delete_module,0 kexec_load,0 reboot,0 swapon,0 iopl,3 ioperm,0 modify_ldt,0 acct,0 syslog,2 "
          "settimeofday,0 clock_settime,0 adjtimex,0 sethostname,0 quotactl,0 fanotify_init,0 inotify_init1,0 "
          "chmod,0 fchmod,-1 fchmodat,-1 chown,0 symlink,0 link,0 mknod,0 mknodat,0 setxattr,0 truncate,0 open,0 openat2,0 creat,0 "
          "setuid,0 setgid,0 setresuid,0 setgroups,0 capset,0 prlimit64,0,4,1 prlimit64,1,4,0 setrlimit,4,0 "
          "prctl,4,1 prctl,38,0 prctl,22,1 prctl,15,0 prctl,53,0 seccomp,1 munlockall mlockall,1 dup,0 dup2,0,9 dup3,0,9 "
          "fcntl,0,8,1 fcntl,0,1024,0 ioctl,0,21522 ioctl,0,21532 ioctl,0,21518 ioctl,0,35077 shmget,0 shmat,0 msgget,0 semget,0 "
          "splice,-1 vmsplice,-1 tee,-1 sendfile,-1 copy_file_range,-1 membarrier,0 set_robust_list,0 timer_create,0 "
          "process_mrelease,-1 landlock_no_such,0").split()


def test_denied_system_calls_fail_with_eperm(probe):
    answers = probe("--", *(f"call:{call}" for call in DENIED))
    wrong = {call: answer for call, answer in answers.items() if answer != "EPERM"}
    assert len(answers) == len(DENIED)
    # Some libseccomp versions and architectures do not know every call.
    assert {call for call, answer in wrong.items() if answer != "unknown"} == set()
    assert len(wrong) < 10, wrong


# Calls with which the scanner's first process starts, restricts and ends the second.
STARTING = {"clone,17", "set_robust_list,0", "dup2,0,9", "dup3,0,9", "seccomp,1", "prctl,38,0", "prctl,22,1", "prlimit64,0,4,1"}
# Calls that the signer may make and the scanner's two processes may not: files and their names, terminal settings, other processes.
FILES = ("openat,-100 unlink,0 unlinkat,-100 rename,0 renameat2,-100 mkdir,0 mkdirat,-100 linkat,-100 ftruncate,-1 statx,-100 stat,0 "
         "readlink,0 getdents64,-1 flock,-1 fcntl,0,1 ioctl,0,21506 mlock,0 getuid close_range,9,9 landlock_create_ruleset,0 "
         "kill,1,0 kill,1,15 kill,1,11 tgkill,1,1,9 tkill,1,9 wait4,-1,0").split()


@pytest.mark.parametrize("role, left", [("scan-reader", STARTING | {"wait4,-1,0"}), ("scan-decoder", {"set_robust_list,0"})])
def test_the_scanner_is_denied_more_system_calls_than_the_signer(probe, role, left):
    denied = [call for call in DENIED + FILES if call not in left]
    answers = probe(role, "--", *(f"call:{call}" for call in denied))
    wrong = {call: answer for call, answer in answers.items() if answer not in ("EPERM", "unknown")}
    assert wrong == {} and len(answers) == len(denied) and list(answers.values()).count("unknown") < 10


def test_the_decoding_process_cannot_send_signals(probe):
    """The reader may signal the decoder and itself; the decoder is confined by both filters."""
    needed = ("kill,1073741823,9", "prctl,38,1", "getpid", "mmap,0,4096,3,34,-1", "poll,0,0,0")
    assert probe("scan-reader", "--", *(f"call:{call}" for call in needed)) == dict(
        zip((f"call:{call}" for call in needed), ("3", "0", "0", "0", "0")))
    assert probe("scan-decoder", "--", *(f"call:{call}" for call in needed)) == dict(
        zip((f"call:{call}" for call in needed), ("EPERM", "EPERM", "0", "0", "0")))


def test_the_doctors_probes_are_all_denied_and_succeed_without_the_filter(probe, probe_path):
    assert probe("--", "attempts") == {"attempts": ""}
    result = subprocess.run([probe_path, "free", "--", "attempts"], capture_output=True, text=True)
    through = result.stdout.split()[1:]
    # A machine may deny some of them without the filter.
    assert len(through) > 40 and {"socket", "ptrace", "execve", "process_vm_readv", "pidfd_getfd", "kcmp", "clone3", "prctl"} <= set(through)


def test_required_system_calls_are_allowed(probe):
    answers = {"getpid": "0", "mmap,0,4096,3,34,-1": "0", "mprotect,0,0,1": "0", "prctl,3": "0", "prlimit64,0,7,0,0": "0", "poll,0,0,0": "0",
               "close,-1": "9", "fcntl,0,1": "0"}
    assert probe("--", *(f"call:{call}" for call in answers)) == {f"call:{call}": answer for call, answer in answers.items()}


@ONLY_X86
@pytest.mark.parametrize("architecture", ["i386", "x32"])
def test_a_system_call_of_a_foreign_architecture_kills_the_process(probe_path, architecture):
    run = lambda *options: subprocess.run([probe_path, *options, "--", architecture], capture_output=True, text=True)
    assert run("free").returncode == 0
    assert run().returncode == -signal.SIGSYS


def test_a_crash_starts_no_backtracer_and_leaves_no_core_file(probe_path, tmp_path):
    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
    env = {**os.environ, "SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,swift-backtrace=/bin/echo"}
    result = subprocess.run([probe_path, "--", "crash"], capture_output=True, text=True, cwd=tmp_path, env=env)
    assert result.returncode in (-signal.SIGILL, -signal.SIGTRAP)
    assert "as the test wants it" in result.stderr and "acktrace" not in result.stderr and result.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("program, arguments", [("confine-probe", ["--", "wait"]), ("coldstar-basicpay", ["blob.txt", "--pin-fd", "0"])])
def test_the_kernels_process_status_shows_the_restrictions(folder, probe_path, program, arguments):
    """Also for the program that opens another wallet's secret key; both wait for input."""
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        Path(place, "blob.txt").write_text(";".join(base64.b64encode(bytes(count)).decode() for count in (16, 64)))
        # Not as root, which owns the files of its processes anyway.
        user = 65534 if os.geteuid() == 0 else None
        copy = shutil.copy(probe_path if program == probe_path.name else folder / program, place)
        with subprocess.Popen([copy, *arguments], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, user=user) as process:
            try:
                status = {}
                deadline = time.monotonic() + 60
                while status.get("Seccomp") != "2" and time.monotonic() < deadline:
                    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
                    status = {name: value.strip() for name, value in (line.split(":", 1) for line in lines)}
                assert status["Seccomp"] == "2" and status["NoNewPrivs"] == "1"
                limits = Path(f"/proc/{process.pid}/limits").read_text()
                assert limits.split("Max core file size")[1].split()[:2] == ["0", "0"]
                assert Path(f"/proc/{process.pid}/mem").stat().st_uid == 0  # not dumpable: its files are root's
            finally:
                process.kill()


def test_inherited_descriptors_are_closed_but_for_those_named(probe_path):
    pipes = [os.pipe() for _ in range(4)]
    ends = [end for pipe in pipes for end in pipe]
    try:
        run = lambda *options: subprocess.run([probe_path, *options, "--", "descriptors"], pass_fds=ends, capture_output=True,
                                              text=True, check=True).stdout.split()[1:]
        assert set(map(str, ends)) <= set(run("free"))
        assert run() == ["0", "1", "2"]
        named = sorted([ends[0], ends[3], ends[-1]])
        assert run(*(f"fd:{end}" for end in named)) == ["0", "1", "2", *map(str, named)]
        assert run(f"file:/dev/fd/{ends[2]}", "fd:250", "fd:1", "fd:-1") == ["0", "1", "2", str(ends[2])]
    finally:
        for end in ends:
            os.close(end)


def test_a_closed_standard_stream_is_not_replaced_by_an_output_file(probe_path, tmp_path, subtests):
    target = tmp_path / "made"
    for closed in [(0,), (1,), (2,), (0, 1, 2), (0, 2)]:
        with subtests.test(closed=closed):
            target.unlink(missing_ok=True)
            redirect = " ".join(f"{number}{'<' if number == 0 else '>'}&-" for number in closed)
            subprocess.run(["bash", "-c", f'"{probe_path}" output:{target} -- create:{target} list:/ write:{target} {redirect}'],
                           capture_output=True, cwd=tmp_path)
            assert target.read_bytes() == b""


@needs_landlock
class TestFiles:
    def test_unnamed_files_cannot_be_opened(self, probe, tmp_path):
        (tmp_path / "a").write_text("a")
        actions = ("read:a", "write:a", "create:b", "list:.", "list:/", "read:/etc/passwd", "read:/proc/self/mem", "read:/proc/self/environ",
                   "read:/dev/tty", "remove:a", "folder:c")
        assert set(probe("--", *actions).values()) <= {"EACCES"}
        assert [path.name for path in tmp_path.iterdir()] == ["a"]
        assert probe("--", "read:nothing")["read:nothing"] == "ENOENT"

    def test_a_named_file_can_be_read_and_nothing_beside_it(self, probe, tmp_path):
        for name in "ab":
            (tmp_path / name).write_text(name)
        assert probe("file:a", "--", "read:a", "write:a", "remove:a", "read:b", "list:.") == {
            "read:a": "done", "write:a": "EACCES", "remove:a": "EACCES", "read:b": "EACCES", "list:.": "EACCES"}

    def test_a_folder_named_as_a_file_gives_no_access_to_its_files(self, probe, tmp_path):
        (tmp_path / "in").mkdir()
        (tmp_path / "in/a").write_text("a")
        assert probe("file:in", "--", "list:in", "read:in/a") == {"list:in": "done", "read:in/a": "EACCES"}

    def test_a_named_link_gives_access_only_to_its_target(self, probe, tmp_path):
        (tmp_path / "a").write_text("a")
        (tmp_path / "link").symlink_to("a")
        (tmp_path / "other").symlink_to("/etc/passwd")
        assert probe("file:link", "--", "read:link", "read:a", "read:other") == {"read:link": "done", "read:a": "done", "read:other": "EACCES"}

    def test_the_folder_of_an_output_can_be_written_but_its_files_not_read(self, probe, tmp_path):
        (tmp_path / "out").mkdir()
        (tmp_path / "out/old").write_text("a")
        assert probe("output:out/new", "--", "create:out/new", "read:out/old", "create:beside", "folder:out/f", "list:out", "list:.") == {
            "create:out/new": "done", "read:out/old": "EACCES", "create:beside": "EACCES", "folder:out/f": "EACCES", "list:out": "done",
            "list:.": "EACCES"}

    def test_the_folder_for_frames_can_be_created(self, probe, tmp_path):
        (tmp_path / "out").mkdir()
        assert probe("frames:out/f", "--", "folder:out/f", "create:out/f/1", "create:beside") == {
            "folder:out/f": "done", "create:out/f/1": "done", "create:beside": "EACCES"}

    def test_the_vault_can_be_written_and_its_siblings_not_accessed(self, probe, tmp_path):
        (tmp_path / "home/vault").mkdir(parents=True)
        (tmp_path / "home/online").mkdir()
        (tmp_path / "home/online/journal").write_text("a")
        assert probe("keep:home/vault", "--", "create:home/vault/a", "read:home/vault/a", "truncate:home/vault/a", "remove:home/vault/a",
                     "folder:home/vault/f", "read:home/online/journal", "list:home") == {
            "create:home/vault/a": "done", "read:home/vault/a": "done", "truncate:home/vault/a": "done", "remove:home/vault/a": "done",
            "folder:home/vault/f": "EACCES", "read:home/online/journal": "EACCES", "list:home": "EACCES"}

    def test_a_vault_can_be_assembled_in_its_parent_folder_and_nowhere_else(self, probe, tmp_path):
        for name in ("home/old", "beside"):
            (tmp_path / name).mkdir(parents=True)
        assert probe("keepFolders:home", "--", "folder:home/new", "create:home/new/a", "read:home/new/a", "move:home/new:home/old",
                     "read:home/old/a", "remove:home/old/a", "removeFolder:home/old", "folder:other", "move:home:other",
                     "removeFolder:beside") == {
            "folder:home/new": "done", "create:home/new/a": "done", "read:home/new/a": "done", "move:home/new:home/old": "done",
            "read:home/old/a": "done", "remove:home/old/a": "done", "removeFolder:home/old": "done", "folder:other": "EACCES",
            "move:home:other": "EACCES", "removeFolder:beside": "EACCES"}

    def test_a_vault_opened_for_reading_cannot_be_written(self, probe, tmp_path):
        (tmp_path / "vault").mkdir()
        (tmp_path / "vault/a").write_text("a")
        assert probe("folder:vault", "--", "read:vault/a", "list:vault", "write:vault/a", "truncate:vault/a", "remove:vault/a", "create:vault/b") == {
            "read:vault/a": "done", "list:vault": "done", "write:vault/a": "EACCES", "truncate:vault/a": "EACCES", "remove:vault/a": "EACCES",
            "create:vault/b": "EACCES"}

    def test_a_pipe_named_by_its_descriptor_can_be_read(self, probe_path, tmp_path):
        command = f'"{probe_path}" file:<(echo a) -- read:/etc/passwd read:"$(echo /dev/fd/63)"'
        out = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path).stdout
        assert "read:/etc/passwd EACCES" in out and "read:/dev/fd/63 done" in out


def test_every_command_of_the_signer_declares_its_sandbox_policy():
    """A command without one has no access at all on a kernel with Landlock, and full access on one without."""
    commands = {}
    for path in (Path(__file__).resolve().parents[2] / "Sources/Offline/coldstar-sign").rglob("*.swift"):
        # Nested commands too: a declaration extends from its line to the brace of the same indentation.
        for found in re.finditer(r"(?ms)^(?=( *)struct (\w+): (\w*Command) \{\n(.*?)^\1\})", path.read_text()):
            indent, name, kind, body = found.groups()
            if re.search(rf"(?m)^{indent}    func run\(\)", body):
                commands[f"{path.stem}.{name}"] = kind
    assert len(commands) >= 12 and {name for name, kind in commands.items() if kind != "ConfinedCommand"} == set()
