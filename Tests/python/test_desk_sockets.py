# SPDX-License-Identifier: Apache-2.0
"""The servers on loopback, the desk's and the practice network's: floods, few descriptors, other users, lost cookies. While an attack stands, the user's
own client gets its page."""
from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import resource
import signal
import socket
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from desk import PATIENCE, Client, Desk, until
from programs import Machine, Sandbox, descriptors, key
from terminal import Terminal

FLOOD = 3_000
NOBODY = 65_534
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")


@pytest.fixture(scope="module", autouse=True)
def many_descriptors():
    """This process floods the servers from its own descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FLOOD + 200:
        pytest.skip("the system allows too few descriptors for a flood")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FLOOD + 200), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def server(request, folder, tmp_path) -> Iterator[SimpleNamespace]:
    """The program that a test attacks, by its name: its port, its process, and how the user's own client asks for a page."""
    network = Sandbox(folder)
    port = int(network.url.rsplit(":", 1)[1])
    if request.param == "sandbox":
        def page() -> int:
            return plain(port, "/")
        yield SimpleNamespace(port=port, process=network.process, page=page)
    else:
        desk = Desk(Machine(folder, tmp_path, {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url}))
        client = desk.client()
        yield SimpleNamespace(port=desk.port, process=desk.process, page=lambda: client.get("/requests").status, client=client, desk=desk)
        assert desk.is_running, "the attack has ended the desk"
        desk.kill()
    assert network.process.poll() is None, "the attack has ended the practice network"
    assert network.stop()[0] == 0


BOTH = pytest.mark.parametrize("server", ["desk", "sandbox"], indirect=True)
DESK = pytest.mark.parametrize("server", ["desk"], indirect=True)


def plain(port: int, path: str, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def connected(port: int, begun: bytes = b"", here: tuple[str, int] | None = None) -> socket.socket:
    """A connection on which a request has begun. The server may close it at any time."""
    made = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=here)
    with contextlib.suppress(OSError):
        made.sendall(begun)
    return made


def heard(connection: socket.socket) -> bytes:
    """All that the server says until it closes or resets the connection."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            said += part
    return said


def as_nobody(work: Callable[[], object]) -> object:
    """What a function returns for another user of the machine."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            os.write(writer, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        answer = file.read()
    os.waitpid(child, 0)
    return json.loads(answer)


# ---------------------------------------------------------------- floods

BEGUN = {
    "nothing": b"", "half a head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", "a body that never comes": b"POST /transactions HTTP/1.1\r\nContent-Length: 1000\r\n\r\ntx=",
    "an address without an end": b"GET /" + b"a" * 12_000, "an answer that is not read": b"GET / HTTP/1.1\r\n\r\n" * 40,
}


@BOTH
@pytest.mark.parametrize("begun", [pytest.param(begun, id=name.replace(" ", "-"), marks=[pytest.mark.slow] if "answer" in name else []) for name, begun in BEGUN.items()])
def test_a_client_gets_its_page_while_thousands_of_connections_stand(server, begun):
    flood = []
    try:
        for number in range(FLOOD):
            flood.append(connected(server.port, begun))
            if number % 1_000 == 0:
                assert server.page() == 200
        for _ in range(3):
            assert server.page() == 200
        taken = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        assert taken < 1_000, "the server keeps a bounded number of connections"
    finally:
        for connection in flood:
            connection.close()
    assert server.page() == 200


@BOTH
def test_a_server_without_descriptors_goes_on_and_keeps_its_port(server):
    taken = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    # Room for fewer connections than come, and for fewer than it would close by itself.
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (taken + 20, before[1]))
    flood = [connected(server.port) for _ in range(500)]
    try:
        assert server.process.poll() is None
        with pytest.raises(OSError), socket.socket() as copy:
            copy.bind(("127.0.0.1", server.port))
        assert plain(server.port, "/") in (200, 403)
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
        for connection in flood:
            connection.close()
    assert server.page() == 200


@BOTH
def test_a_head_is_refused_as_soon_as_it_is_too_long(server):
    """Whoever sends it: before it has an end, and however long it is."""
    for head in (b"GET /" + b"a" * (1 << 14), b"GET / HTTP/1.1\r\nX: " + b"a" * (1 << 14), b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3_000):
        with connected(server.port, head) as connection:
            assert heard(connection).startswith(b"HTTP/1.1 431 ")
    # What follows is not taken for a request.
    with connected(server.port, b"GET /" + b"a" * (1 << 14) + b" HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n") as connection:
        assert heard(connection).count(b"HTTP/1.1 ") == 1


@BOTH
def test_addresses_of_megabytes_are_not_worked_on_once_the_client_has_gone(server):
    """What one line of a foreign page does: requests with the longest addresses that a browser sends, until the tab is closed."""
    address = b"GET /" + b"%41" * (700 << 10) + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for _ in range(50):
        connected(server.port, address).close()
    assert server.page() == 200

    def is_idle() -> bool:
        """No thread of the server runs, and it has no connection left."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            return seen()
        return False

    def seen() -> bool:
        states = [re.search(r"^State:\s*(\w)", (task / "status").read_text(), re.M).group(1) for task in Path(f"/proc/{server.process.pid}/task").iterdir()]
        sockets = [target for target in descriptors(server.process.pid).values() if target.startswith("socket:")]
        return "R" not in states and len(sockets) <= 4
    until(is_idle, "the server is idle")


@BOTH
def test_what_is_not_a_request_is_refused_and_ends_its_connection(server, subtests):
    for head in [
            b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00" + b"\r\n\r\n", b"GET / HTTP/1.1\nHost: x\n\r\n\r\n", b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            b"GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n", b"GET / HTTP/1.1\r\nX: \x00\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ]:
        with subtests.test(head=head):
            with connected(server.port, head + b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as connection:
                said = heard(connection)
            assert re.match(rb"HTTP/1\.1 (400|501|505) ", said) and said.count(b"HTTP/1.1 ") == 1 and b"Connection: close" in said


@DESK
def test_large_uploads_events_and_kept_connections_still_work(server):
    client = server.client
    events = client.events()
    assert events.status == 200
    until(lambda: events.seen, "the first event")
    kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    own = None
    for _ in range(3):
        kept.request("GET", "/requests", headers={"Cookie": client.cookie})
        answer = kept.getresponse()
        assert answer.status == 200 and answer.read()
        assert own in (None, kept.sock.getsockname())
        own = kept.sock.getsockname()
    rows = "".join(f"{key(f'payee {number % 50}').public_key},1,XLM\n" for number in range(20_000))
    answer = client.upload("/batch", [("file", b"destination,amount,asset\n" + rows.encode())], source=key("alice").public_key)
    assert answer.status in (303, 422), answer.status
    events.close()


# ---------------------------------------------------------------- descriptors

def family(process: int) -> list[int]:
    """All processes that a process has started, and those that they have."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):               # a thread that has ended meanwhile
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *family(child)]
    return found


@DESK
def test_a_child_of_the_desk_has_no_descriptor_of_it(server):
    """Neither the process that reads the pictures' stream nor the one that it starts to decode them: both have six at most, of which none leads to a
    socket or a file."""
    flood = [connected(server.port, b"GET / HTTP/1.1\r\n") for _ in range(50)]
    events = server.client.events()
    assert server.client.script("/scan/sessions").status == 200
    reader, decoder = until(lambda: len(found := family(server.process.pid)) == 2 and found, "the reader and its decoder run")
    for child in (reader, decoder):
        # A process that still starts has more; one that keeps more never gets there.
        until(lambda: len(found := descriptors(child)) == 6 and all(re.fullmatch(r"pipe:.*|/dev/null", target) for target in found.values()),
              "it keeps no other descriptor")
    events.close()
    for connection in flood:
        connection.close()


@BOTH
def test_every_descriptor_is_closed_in_new_processes(server):
    flood = [connected(server.port) for _ in range(20)]
    assert server.page() == 200
    for number in descriptors(server.process.pid):
        if number > 2:
            with contextlib.suppress(FileNotFoundError):       # closed meanwhile
                flags = int(re.search(r"^flags:\s*([0-7]+)$", Path(f"/proc/{server.process.pid}/fdinfo/{number}").read_text(), re.M).group(1), 8)
                assert flags & os.O_CLOEXEC, (number, descriptors(server.process.pid).get(number))
    for connection in flood:
        connection.close()


# ---------------------------------------------------------------- two users

@AS_ROOT
@DESK
def test_another_user_with_the_cookie_gets_nothing_from_any_address_and_port(server):
    """Also not from another address with the port of a connection of the victim's, which the table of connections has, too."""
    victim = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    victim.request("GET", "/requests", headers={"Cookie": server.client.cookie})
    assert victim.getresponse().read()
    port = victim.sock.getsockname()[1]
    request = (f"GET /requests HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nSec-Fetch-Site: same-origin\r\nCookie: {server.client.cookie}\r\n\r\n").encode()

    def attack() -> list[str]:
        said = []
        for here in (("127.0.0.2", port), ("127.0.0.2", 0), ("127.1.2.3", port), ("127.0.0.1", 0)):
            for _ in range(20):
                with connected(server.port, request, here) as connection:
                    said.append(heard(connection).decode())
        return said
    said = as_nobody(attack)
    assert len(said) == 80
    for text in said:
        assert not text or text.startswith("HTTP/1.1 403 ") and text.endswith("This is another user's desk.\n"), text
    assert not any(said[:60]), "an address other than 127.0.0.1 gets no answer at all"
    victim.request("GET", "/requests", headers={"Cookie": server.client.cookie})
    assert victim.getresponse().status == 200


@AS_ROOT
@DESK
def test_this_user_gets_nothing_from_another_address_either(server):
    with connected(server.port, b"", ("127.0.0.2", 0)) as connection:
        assert heard(connection) == b""


@AS_ROOT
@DESK
def test_a_flood_of_another_user_takes_no_place_of_this_one(server):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setresuid(NOBODY, NOBODY, NOBODY)
            flood = [connected(server.port, b"GET / HTTP/1.1\r\n" if number % 2 else b"") for number in range(FLOOD)]
            os.write(writer, b".")
            while flood:
                signal.pause()
        finally:
            os._exit(0)
    try:
        assert os.read(reader, 1) == b"."
        for _ in range(3):
            assert server.page() == 200
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 100
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


# ---------------------------------------------------------------- a way back in

def opened(machine: Machine, *options: str, code: int = 0):
    return machine.run("coldstar-desk", "open", "--no-open", *options, code=code)


def new_client(desk: Desk, url: str) -> Client:
    client = Client(desk.port)
    answer = client.get(url.removeprefix(desk.origin))
    assert answer.status == 303, answer.text
    return client


@DESK
def test_a_lost_cookie_is_replaced_by_a_new_key_that_is_good_once(server):
    desk, machine = server.desk, server.desk.machine
    lost = Client(desk.port)
    assert lost.get("/requests").status == 403
    result = opened(machine)
    url = re.fullmatch(rf"ready ({re.escape(desk.origin)}/\?key=[0-9a-f]{{64}})\n", result.out).group(1)
    left = machine.home / "online" / f"desk-{desk.port}.key"
    assert stat.S_IMODE(left.stat().st_mode) == 0o600 and url[-64:] not in left.read_text()
    for guess in ("", "0" * 64, desk.key):
        assert lost.get(f"/?key={guess}").status == 403
    assert new_client(desk, url).get("/requests").status == 200
    assert lost.get(url.removeprefix(desk.origin)).status == 403 and not left.exists()
    # The browser that has its cookie keeps it.
    assert server.client.get("/requests").status == 200
    assert json.loads(opened(machine, "--json").out)["ready"].startswith(desk.origin)


@DESK
def test_open_finds_the_desk_of_this_home_alone(server, tmp_path_factory):
    desk, machine = server.desk, server.desk.machine
    other = Machine(machine.folder, tmp_path_factory.mktemp("other"), machine.env)
    result = opened(other, code=66)
    assert "no desk runs in this home" in result.err
    assert "no desk runs at port 9 in this home" in opened(machine, "--port", "9", code=66).err
    second = Desk(machine)
    result = opened(machine, code=64)
    assert "several desks run in this home" in result.err and str(second.port) in result.err and str(desk.port) in result.err
    assert opened(machine, "--port", str(second.port)).out.startswith(f"ready {second.origin}/?key=")
    assert second.stop() == 0
    assert opened(machine).out.startswith(f"ready {desk.origin}/?key=")
    desk_files = sorted(path.name for path in (machine.home / "online").glob(f"desk-{second.port}.*"))
    assert desk_files == []


def test_enter_in_the_terminal_of_the_desk_makes_a_new_key(online):
    terminal = Terminal(online, "coldstar-desk", "--no-open", "--port", "0", env=online.env)
    terminal.until("ready http://127.0.0.1:")
    first = re.fullmatch(r"(\d+)/\?key=([0-9a-f]{64})", terminal.until("\r\n"))
    terminal.type("\n")
    terminal.until("ready http://127.0.0.1:")
    second = re.fullmatch(r"(\d+)/\?key=([0-9a-f]{64})", terminal.until("\r\n"))
    assert first.group(1) == second.group(1) and first.group(2) != second.group(2)
    client = Client(int(first.group(1)))
    assert client.get(f"/?key={first.group(2)}").status == 403, "an earlier key that was not used is void"
    assert client.get(f"/?key={second.group(2)}").status == 303
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.end()[0] == 0


@pytest.mark.parametrize("action", ["start", "open"])
def test_no_argument_of_another_process_shows_the_key(online, tmp_path, action):
    """All users see the arguments of all processes: the browser is given a file, and nothing else of this user's."""
    tools = tmp_path / "tools"
    tools.mkdir()
    opener = tools / "xdg-open"
    opener.write_text(f"""#!{sys.executable}
import json, os, shutil, sys
open_ones = [int(name) for name in os.listdir("/proc/self/fd")]
shutil.copy(sys.argv[1], "{tools}/page.html")
known = dict(arguments=sys.argv[1:], descriptors=[fd for fd in open_ones if os.path.exists(f"/proc/self/fd/{{fd}}")], mode=os.stat(sys.argv[1]).st_mode)
with open("{tools}/part", "w") as file:
    json.dump(known, file)
os.rename("{tools}/part", "{tools}/known")
""")
    opener.chmod(0o755)
    env = {"PATH": f"{tools}:{os.environ['PATH']}"}
    if action == "start":
        process = online.started("coldstar-desk", "--port", "0", env=env)
        url = process.stdout.readline().decode().split()[1]
    else:
        process = online.started("coldstar-desk", "--port", "0", "--no-open")
        process.stdout.readline()
        url = online.run("coldstar-desk", "open", env=env).out.split()[1]
    try:
        until((tools / "known").exists, "the browser is opened")
        known = json.loads((tools / "known").read_text())
        arguments = known["arguments"]
        secret = url.rpartition("=")[2]
        assert len(arguments) == 1 and secret not in arguments[0] and "http" not in arguments[0] and Path(arguments[0]).is_absolute()
        assert stat.S_IMODE(known["mode"]) == 0o600 and url in (tools / "page.html").read_text()
        assert set(known["descriptors"]) <= {0, 1, 2}, known
        port = int(re.search(r":(\d+)/", url).group(1))
        assert Client(port).get(f"/?key={secret}").status == 303
        assert not Path(arguments[0]).exists(), "the file is gone once its key was used"
    finally:
        process.kill()
        process.communicate()


@DESK
def test_a_browser_that_is_given_the_file_is_let_in_and_stays(server, browser):
    desk, machine = server.desk, server.desk.machine
    url = opened(machine).out.split()[1]
    page = machine.home / "way.html"
    page.write_text(f'<!doctype html><meta http-equiv="refresh" content="0;url={url}"><a href="{url}">Open the desk</a>')
    browser.driver.get(page.as_uri())
    until(lambda: "Coldstar runs on this machine" in browser.text, "the desk's own page is shown")
    assert "key=" not in browser.driver.current_url
    browser.open(desk.origin + "/requests")
    assert "Requests" in browser.one("h1").text
    # The file leads nowhere a second time.
    browser.driver.get(page.as_uri())
    until(lambda: "No access" in browser.one("h1").text, "the key is used")


# ---------------------------------------------------------------- tables

def test_tables_are_bounded_in_cells_and_the_limit_is_named(online, tmp_path):
    sheet = tmp_path / "commas.csv"
    sheet.write_bytes(b"destination,amount,asset\n" + b"," * (8 << 20))
    result = online.build("batch", sheet, "--source", key("alice").public_key, code=65)
    assert "line 2 has more than 100 fields" in result.err


@DESK
def test_a_table_of_commas_is_refused_by_the_desk_in_bounded_memory(server):
    before = server.desk.memory("VmHWM")
    body = b"destination,amount,asset\n" + b"," * (60 << 20)
    answer = server.client.upload("/batch", [("file", body)], source=key("alice").public_key)
    assert answer.status == 422 and "more than 100 fields" in answer.text
    assert server.desk.memory("VmHWM") - before < 600 << 20
