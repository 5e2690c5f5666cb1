"""The report in a browser, where one is installed: it is seen, without complaints, and asks no network for anything."""

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from report_pages import made

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
#: Chromium of Debian will not run as root in its sandbox; whatever it asks for itself finds no host.
QUIET = """
--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --no-first-run --disable-sync
--disable-background-networking --disable-component-update --disable-extensions --disable-default-apps
--enable-logging=stderr --log-level=0
"""
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine (Debian: apt install chromium)")


class Shown(NamedTuple):
    """A page as a browser shows it: the picture's bytes, complaints, and the addresses that the page asked for."""

    picture: bytes
    complaints: list[str]
    requests: list[str]


def show(page: Path, folder: Path, width: int, height: int = 1600) -> Shown:
    """Open a page in the browser."""
    log, picture = folder / "net.json", folder / "page.png"
    done = subprocess.run(
        [str(BROWSER), *QUIET.split(), "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder / 'profile'}",
         f"--window-size={width},{height}", f"--screenshot={picture}", f"--log-net-log={log}", page.as_uri()],
        capture_output=True, text=True, timeout=240, env={**os.environ, "HOME": str(folder)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return Shown(picture.read_bytes(), complaints, _requests(log))


def _requests(log: Path) -> list[str]:
    """What pages asked for, not the browser itself; pictures inside the page left out."""
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    asked = [event["params"] for event in events if {"url", "initiator"} <= set(event.get("params", {}))]
    return [each["url"] for each in asked if each["initiator"] != "not an origin" and each["url"][:5] != "data:"]


@needs_browser
@pytest.mark.parametrize("width", [500, 1280])
def test_a_browser_shows_the_page_without_an_error_or_a_request(width: int, tmp_path: Path) -> None:
    shown = show(made()[1], tmp_path, width)
    assert struct.unpack(">II", shown.picture[16:24]) == (width, 1600)
    assert len(shown.picture) > 30_000  # not an empty page
    assert shown.complaints == []
    assert shown.requests == []


@needs_browser
def test_a_page_with_a_request_and_an_error_would_be_noticed(tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text('<!doctype html><img src="http://127.0.0.1:9/x.png"><script>undefined.x</script>', encoding="utf-8")
    shown = show(page, tmp_path, 500)
    assert shown.requests == ["http://127.0.0.1:9/x.png"]
    assert len(shown.complaints) >= 1
