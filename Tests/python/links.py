# SPDX-License-Identifier: Apache-2.0
"""The links of pages in Markdown."""
from __future__ import annotations

import re
from pathlib import Path


def links(page: Path) -> list[str]:
    """What a page's links lead to, without those in blocks of code and those to addresses."""
    text = re.sub(r"(?s)```.*?```", "", page.read_text())
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"https?://", target)]


def dead_links(folder: Path, *, at_least: int) -> list[str]:
    """The links of the pages below a folder that lead to no file."""
    pages = sorted(folder.rglob("*.md"))
    assert len(pages) >= at_least
    named = ((page, target, target.partition("#")[0]) for page in pages for target in links(page))
    return [f"{page.relative_to(folder)}: {target}" for page, target, name in named if name and not (page.parent / name).exists()]
