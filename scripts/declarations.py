# What the programs declare of their commands and options (--experimental-dump-help), for scripts/reference and scripts/manual.
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Option:
    """One option or argument of a command."""
    name: str
    # As on the command line, short ones first; none for an argument.
    flags: tuple[str, ...]
    # What follows the flag, or stands for the argument; empty for a flag without a value.
    value: str
    meaning: str
    is_required: bool
    is_repeated: bool

    @property
    def is_argument(self) -> bool:
        return not self.flags

    @property
    def bare(self) -> str:
        """The longest flag with its value, or the argument, for a synopsis."""
        return f"{self.flags[-1]} {self.value}".rstrip() if self.flags else self.value + ("..." if self.is_repeated else "")


@dataclass
class Command:
    # The words behind the program's name; empty for the program itself.
    path: list[str]
    line: str
    discussion: str
    options: list[Option]
    commands: list[Command] = field(default_factory=list)

    @property
    def name(self) -> str:
        return " ".join(self.path)

    def leaves(self) -> list[Command]:
        """The commands that do something, in the order of the declarations."""
        return [leaf for each in self.commands for leaf in each.leaves()] if self.commands else [self]

    def synopsis(self, program: str) -> str:
        words = [program, *self.path]
        for each in self.options:
            if each.is_argument:
                words.append(each.bare if each.is_required else f"[{each.bare}]")
            elif each.is_required:
                words.append(each.bare)
        return " ".join(words + ["[options]"])


def option(declared: dict) -> Option:
    value = declared["valueName"].upper().replace("-", "_")
    is_argument = declared["kind"] == "positional"
    name, flags = declared["valueName"], []
    if not is_argument:
        flags = [("-" if each["kind"] == "short" else "--") + each["name"] for each in declared["names"]]
        name = next(each["name"] for each in declared["names"] if each["kind"] == "long")
        value = "" if declared["kind"] == "flag" else "|".join(declared.get("allValues", [])) or value
    meaning = declared.get("abstract", "").rstrip(".")
    if (default := declared.get("defaultValue")) and "default" not in meaning:
        meaning += f" (default: {default})"
    if declared["isRepeating"] and not re.search("repeated|more than once|several|again", meaning):
        meaning += "; can be repeated"
    return Option(name, tuple(flags), value, meaning, not declared["isOptional"], declared["isRepeating"])


def declarations(program: Path) -> Command:
    """The program with all commands that its help shows, but for `help` itself."""
    done = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True)

    def command(declared: dict, path: list[str]) -> Command:
        nested = [each for each in declared.get("subcommands", []) if each["commandName"] != "help" and each["shouldDisplay"]]
        return Command(path, declared.get("abstract", ""), declared.get("discussion", ""),
                       [option(each) for each in declared.get("arguments", []) if each["shouldDisplay"]],
                       [command(each, path + [each["commandName"]]) for each in nested])

    return command(json.loads(done.stdout)["command"], [])
