# SPDX-License-Identifier: Apache-2.0
"""coldstar-desk under test: the program, a client without a browser, and Chromium with a camera whose picture is a file."""
from __future__ import annotations

import base64
import contextlib
import html
import http.client
import io
import json
import os
import re
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

from PIL import Image
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.remote.webelement import WebElement

from programs import PIN, Machine, key

# In seconds; nothing here takes more than a few, but the machine may pause.
PATIENCE = 30
# What the pages promise of each of theirs, in bytes.
LARGEST_PAGE = 100_000


Value = TypeVar("Value")


def is_gone(element) -> bool:
    """Whether the page no longer has an element that it had."""
    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    return False


def until(test: Callable[[], Value], what: str, patience: float = PATIENCE) -> Value:
    """The first value of `test` that is true."""
    deadline = time.monotonic() + patience

    def tried() -> Value | None:
        try:
            return test()
        except StaleElementReferenceException:
            return None                                  # replaced while it was read
    pause = 0.05
    while not (value := tried()):
        assert time.monotonic() < deadline, f"this never happened: {what}"
        # What does not come at once is asked for less often: each question costs a page.
        time.sleep(pause)
        pause = min(2 * pause, 0.4)
    return value


class Desk:
    """A running desk. It is killed at the end of a test, at the latest."""

    def __init__(self, machine: Machine, *options: str, env: dict[str, str] | None = None, command: tuple[str, ...] = ("coldstar-desk",)):
        """:param command: another program's command that becomes a desk, up to the desk's options."""
        self.machine = machine
        self.process = machine.started(*command, "--no-open", "--http-loopback", *(() if "--port" in options else ("--port", "0")), *options, env=env)
        line = self.process.stdout.readline().decode()
        assert line.startswith("ready http://127.0.0.1:"), f"{line}{self.process.stderr.read().decode()}"
        self.url = line.split()[1]
        self.port = urlsplit(self.url).port
        self.origin = f"http://127.0.0.1:{self.port}"
        self.key = self.url.partition("?key=")[2]

    def client(self) -> Client:
        """A client that has used the key."""
        client = Client(self.port)
        answer = client.get(f"/?key={self.key}")
        assert answer.status == 303, answer.text
        client.get("/")
        return client

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def memory(self, name: str = "VmRSS") -> int:
        """In bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s*(\d+) kB", status).group(1)) << 10

    def children(self) -> list[int]:
        """The decoders that run."""
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):           # a thread that has ended meanwhile
                found += map(int, (task / "children").read_text().split())
        return found


class Answer:
    def __init__(self, answer: http.client.HTTPResponse, body: bytes):
        self.status, self.body = answer.status, body
        self.headers = {name.lower(): value for name, value in answer.getheaders()}

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self):
        return json.loads(self.body)

    @property
    def location(self) -> str:
        assert self.status == 303, f"{self.status}: {self.error or self.text[:2000]}"
        return self.headers["location"]

    @property
    def hash(self) -> str:
        """Of the request whose page this leads to."""
        return re.fullmatch(r"/requests/([0-9a-f]{64})(#.*)?", self.location).group(1)

    @property
    def error(self) -> str:
        """What the page says is wrong."""
        found = re.search(r'data-test="error"[^>]*>(.*?)</(?:div|p)>', self.text, re.S)
        return html.unescape(re.sub(r"<[^>]*>", " ", found.group(1))).strip() if found else ""

    @property
    def token(self) -> str:
        found = re.search(r'<body data-token="([0-9a-f]+)"', self.text)
        return found.group(1) if found else ""


class Client:
    """What a browser does, without one: the cookie, the token, the headers that browsers send."""

    def __init__(self, port: int):
        self.port, self.cookie, self.token = port, "", ""

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str | None] | None = None) -> Answer:
        """:param headers: in addition to a browser's own; None leaves one of those out."""
        own = {"Host": f"127.0.0.1:{self.port}", "Sec-Fetch-Site": "none" if method == "GET" else "same-origin",
               **({"Cookie": self.cookie} if self.cookie else {}), **({"Origin": self.origin} if method == "POST" else {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {**own, **(headers or {})}.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            result = Answer(answer, answer.read())
        finally:
            connection.close()
        if "set-cookie" in result.headers:
            self.cookie = result.headers["set-cookie"].partition(";")[0]
        self.token = result.token or self.token
        return result

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, fields: dict[str, str] | Iterable[tuple[str, str]] = (), token: str | None = None, **headers: str | None) -> Answer:
        """A form as browsers send it."""
        pairs = [("token", self.token if token is None else token), *(fields.items() if isinstance(fields, dict) else fields)]
        return self.ask("POST", path, urlencode(pairs).encode(), {"Content-Type": "application/x-www-form-urlencoded",
                                                                 **{name.replace("_", "-"): value for name, value in headers.items()}})

    def upload(self, path: str, files: Iterable[tuple[str, bytes]], **fields: str) -> Answer:
        """A form with files, each a field's name and its content."""
        mark = "----coldstar-test-boundary"
        parts = [f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for name, value in {"token": self.token, **fields}.items()]
        parts += [f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="file"\r\n\r\n'.encode() + content + b"\r\n" for name, content in files]
        return self.ask("POST", path, b"".join(parts) + f"--{mark}--\r\n".encode(), {"Content-Type": f"multipart/form-data; boundary={mark}"})

    def script(self, path: str, body: bytes = b"", **headers: str | None) -> Answer:
        """A POST as the pages' scripts send it."""
        return self.ask("POST", path, body, {"X-Coldstar-Token": self.token, "Accept": "application/json", **{n.replace("_", "-"): v for n, v in headers.items()}})

    def pay(self, **fields: str) -> str:
        """Builds a payment from alice to bob and returns its hash."""
        return self.post("/pay", {"source": key("alice").public_key, "destination": key("bob").public_key, "asset": "XLM", "amount": "1", **fields}).hash

    def request(self, name: str) -> str:
        """The document of a request."""
        return self.get(f"/requests/{name}/request.json").text

    def outcome(self, name: str) -> str:
        """Waits until the page of a request says how it ended."""
        def found():
            page = self.get(f"/requests/{name}").text
            match = re.search(r'data-test="outcome">(.*?)</div>', page, re.S)
            return match and re.sub(r"<[^>]*>", " ", match.group(1)).strip()
        return until(found, f"the outcome of {name}")

    def ready(self, name: str) -> None:
        """Waits until the checks of a request allow to submit it."""
        until(lambda: 'data-test="submit"' in self.get(f"/requests/{name}").text, f"{name} is ready")

    def events(self) -> Events:
        return Events(self)


class Events:
    """Server-sent events, as they arrive."""

    def __init__(self, client: Client):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=PATIENCE)
        self.connection.request("GET", "/events", headers={"Cookie": client.cookie, "Sec-Fetch-Site": "same-origin", "Accept": "text/event-stream"})
        # The response takes the socket from the connection.
        self.socket = self.connection.sock
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.seen: list[tuple[str, str]] = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        name = ""
        try:
            for line in self.answer:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    self.seen.append((name, value))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass                                         # closed by either side
        finally:
            self.answer.close()
            self.connection.close()

    def close(self) -> None:
        # The reading thread has the stream's lock: only the socket can be shut down from here.
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


# ---------------------------------------------------------------- the offline machine

def response(offline: Machine, request: str, name: str = "alice") -> str:
    """The signer's response to a request's document."""
    return offline.sign("sign", "-", "--key", name, "--yes", "--format", "response", stdin=request, pin=PIN).out


def codes(offline: Machine, text: str, *options: str) -> list[Image.Image]:
    """The QR codes of a document, as the signer shows them."""
    folder = Path(tempfile.mkdtemp(dir=offline.home)) / "codes"
    offline.sign("qr", "-", "--frames", folder, *options, stdin=text)
    return [Image.open(path).convert("L") for path in sorted(folder.iterdir())]


def picture(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def film(path: Path, images: list[Image.Image], each: int = 3, rate: int = 15, size: tuple[int, int] = (640, 640)) -> None:
    """Writes pictures as the camera's film (YUV4MPEG2), each for some frames; the camera begins again at its end."""
    width, height = size
    chroma = b"\x80" * (width * height // 2)
    temporary = path.with_suffix(".new")
    with temporary.open("wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        for image in images:
            frame = Image.new("L", size, 255)
            side = min(width, height) - 40
            scale = max(1, side // max(image.size)) if max(image.size) <= side else side / max(image.size)
            fitted = image.convert("L").resize((round(image.width * scale), round(image.height * scale)),
                                               Image.Resampling.NEAREST if scale >= 1 else Image.Resampling.LANCZOS)
            frame.paste(fitted, ((width - fitted.width) // 2, (height - fitted.height) // 2))
            for _ in range(each):
                file.write(b"FRAME\n" + frame.tobytes() + chroma)
    temporary.replace(path)


# ---------------------------------------------------------------- Chromium

class Element(WebElement):
    """An element that is looked up again when the page has replaced it meanwhile, as pages of the desk and new pages do."""

    def __init__(self, found: WebElement, find: Callable[[], WebElement]):
        super().__init__(found._parent, found._id)
        self.find = find

    def again(self, read: Callable[[], Value]) -> Value:
        try:
            return read()
        except StaleElementReferenceException:
            self._id = self.find()._id
            return read()

    def _execute(self, command, params=None):
        return self.again(lambda: super(Element, self)._execute(command, params))

    def get_attribute(self, name):
        return self.again(lambda: super(Element, self).get_attribute(name))

    def is_displayed(self):
        return self.again(lambda: super(Element, self).is_displayed())


CHROMIUM, CHROMEDRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"


class Browser:
    """Chromium without a window. One serves many tests: `reset` makes it new, as far as pages can tell."""

    def __init__(self, folder: Path, *options: str):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        self.film = folder / "camera.y4m"
        film(self.film, [Image.new("L", (8, 8), 255)])
        self.downloads = folder / "downloads"
        self.downloads.mkdir()
        settings = webdriver.ChromeOptions()
        settings.binary_location = CHROMIUM
        # The name resolves to loopback, for pages of other hosts; no other name resolves.
        for option in ("--headless=new", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1440,1000", "--hide-scrollbars", "--mute-audio",
                       f"--user-data-dir={folder}/profile", "--no-first-run", "--disable-background-networking", "--disable-component-update",
                       "--host-resolver-rules=MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
                       "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={self.film}",
                       *(("--no-sandbox",) if os.geteuid() == 0 else ()), *options):
            settings.add_argument(option)
        settings.add_experimental_option("prefs", {"download.default_directory": str(self.downloads), "download.prompt_for_download": False})
        settings.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # An own path: selenium then downloads nothing. A home of its own: Chromium leaves files there, beside its profile.
        self.driver = webdriver.Chrome(options=settings, service=Service(CHROMEDRIVER, env={**os.environ, "HOME": str(folder)}))
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)

    def reset(self) -> None:
        """Closes all pages but one, and forgets cookies, stored data and emulations."""
        first, *others = self.driver.window_handles
        for handle in others:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.scripts(True)
        self.command("Page.setInterceptFileChooserDialog", enabled=False)
        self.driver.get("about:blank")
        self.command("Network.clearBrowserCookies")
        self.command("Network.clearBrowserCache")
        self.look()
        self.driver.get_log("browser")

    def quit(self) -> None:
        self.driver.quit()

    def command(self, name: str, /, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def look(self, width: int = 1440, height: int = 1000, dark: bool = False) -> None:
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def scripts(self, on: bool) -> None:
        self.command("Emulation.setScriptExecutionDisabled", value=not on)

    def open(self, url: str) -> None:
        self.driver.get(url)

    def enter(self, client: Client) -> None:
        """Takes over a client's session."""
        name, _, value = client.cookie.partition("=")
        self.command("Network.setCookie", name=name, value=value, url=client.origin, httpOnly=True, sameSite="Strict")

    @property
    def path(self) -> str:
        return self.driver.current_url.partition("://")[2].partition("/")[2]

    def all(self, selector: str) -> list:
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str):
        """Waits for an element."""
        try:
            return Element(until(lambda: self.all(selector), selector)[0], lambda: until(lambda: self.all(selector), selector)[0])
        except AssertionError:
            raise AssertionError(f"no {selector} on {self.driver.current_url}:\n{self.text}\n{self.complaints()}") from None

    @property
    def text(self) -> str:
        return until(lambda: [Element(body, lambda: self.driver.find_element("css selector", "body")).text for body in self.all("body")], "a page")[0]

    def hook(self, name: str):
        return self.one(f'[data-test="{name}"]')

    def fill(self, **fields: str) -> None:
        for name, value in fields.items():
            field = self.one(f'main [name="{name.replace("_", "-")}"]:not([type=hidden])')
            if not field.is_displayed():                 # among the further options
                self.run("arguments[0].closest('details').open = true", field)
            field.clear()
            field.send_keys(value)

    def click(self, selector: str) -> None:
        self.one(selector).click()

    def button(self, text: str):
        def find():
            return until(lambda: [b for b in self.all("button, a.button") if b.is_displayed() and b.text == text], f"a button {text!r}")[0]
        return Element(find(), find)

    def arrived(self, pattern: str) -> str:
        """Waits for a page whose path matches, and returns the first group, or all of it."""
        try:
            match = until(lambda: re.fullmatch(pattern, self.path), pattern)
        except AssertionError:
            raise AssertionError(f"no page {pattern}, but {self.driver.current_url}:\n{self.text}\n{self.complaints()}") from None
        return match.group(1 if match.groups() else 0)

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str, *arguments):
        """Runs an asynchronous function's body and returns what it returns."""
        done = f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {script} }})(...arguments).then(done, (error) => done(String(error)))"
        return self.driver.execute_async_script(done, *arguments)

    def codes(self) -> list[Image.Image]:
        """Every code of the loop that the page plays."""
        until(lambda: self.all(".qr-screen canvas"), "the loop plays")
        count = until(lambda: self.run("""return document.querySelector('.qr-place').textContent.match(/of (\\d+)/)?.[1]
            ?? (document.querySelector('.qr-caption').textContent ? '1' : '')"""), "the number of codes")
        # The page keeps each code as it is painted: asked from outside, a fast loop is seen in random order, and its last code after minutes.
        self.run("""
            const canvas = document.querySelector('.qr-screen canvas');
            const keep = () => { seen[canvas.dataset.code] ??= canvas.toDataURL('image/png'); };
            const seen = window.codesSeen = {};
            new MutationObserver(keep).observe(canvas, {attributes: true, attributeFilter: ['data-code']});
            keep();""")
        until(lambda: self.run("return Object.keys(window.codesSeen).length") >= int(count), f"all {count} codes are shown")
        seen = {int(place): url for place, url in self.run("return window.codesSeen").items()}
        return [Image.open(io.BytesIO(base64.b64decode(seen[place].partition(",")[2]))).convert("L") for place in sorted(seen)]

    def complaints(self) -> list[str]:
        """What the browser has logged since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The URLs that pages asked for, since this was asked last."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))


def axe() -> str:
    """axe-core's script, which axe-selenium-python carries."""
    import axe_selenium_python

    return (Path(axe_selenium_python.__file__).parent / "node_modules/axe-core/axe.min.js").read_text()
