# SPDX-License-Identifier: Apache-2.0
"""The configuration file of the online programs: precedence, profiles, editing, and files that must not be trusted."""
from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from programs import Machine, key, opened
from terminal import Terminal

ALICE, BOB = key("alice").public_key, key("bob").public_key
PAYMENT = ("payment", "--destination", BOB, "--asset", "XLM", "--amount", "1")


@pytest.fixture
def bare(offline) -> Machine:
    """A machine without environment variables, on which the network's Horizon is not known."""
    return offline


@pytest.fixture
def configured(funded, sandbox) -> Machine:
    """A machine with a configuration in place of environment variables."""
    funded.env = {}
    write(funded, defaults(sandbox.url))
    return funded


def path(machine: Machine) -> Path:
    return machine.home / ".config" / "coldstar" / "config.toml"


def write(machine: Machine, text: str | bytes, mode: int = 0o600) -> Path:
    file = path(machine)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    file.chmod(mode)
    return file


def defaults(horizon: str) -> str:
    """What `config set` writes for these three values."""
    return f'network = "testnet"\nhorizon-url = "{horizon}"\naccount = "{ALICE}"\n'


def settings(machine: Machine, *options, **more) -> dict[str, tuple]:
    found = machine.build("config", "show", "--json", *options, **more).json()["settings"]
    return {entry["name"]: (entry["value"], (entry["origin"] or {}).get("kind")) for entry in found}


# ---------------------------------------------------------------- what commands take from it

def test_config_set_writes_each_default_on_a_line(bare):
    horizon = "http://127.0.0.1:8000/"
    for name, value in (("network", "testnet"), ("horizon-url", horizon), ("account", ALICE)):
        bare.build("config", "set", name, value)
    assert path(bare).read_text() == defaults(horizon) and path(bare).stat().st_mode & 0o777 == 0o600


def test_a_payment_needs_only_its_own_options(configured):
    result = configured.build(*PAYMENT)
    assert opened(result.out).transaction.source.account_id == ALICE
    assert "network   testnet" in result.err
    assert f"account   {ALICE} ({path(configured)}:3)" in result.err


def test_an_account_from_the_configuration_is_shown_and_one_that_was_typed_is_not(configured):
    assert "config.toml" not in configured.build(*PAYMENT, "--source", BOB).err
    assert opened(configured.build(*PAYMENT, "--source", BOB).out).transaction.source.account_id == BOB


def test_the_builders_commands_use_the_account(configured, subtests):
    for command in [
            ("lookup", "account"), ("lookup", "payments"), ("lookup", "assets"), ("overview",),
            ("message", "hello"),
        ]:
        with subtests.test(command=command):
            assert ALICE in (result := configured.build(*command)).out + result.err


def test_the_submitter_uses_it(configured):
    assert f"{ALICE}: recorded" in configured.submit("watch").out
    assert "nothing pending" in configured.submit("doctor").out or "no journal" in configured.submit("doctor").out


@pytest.mark.parametrize("command, missing", [
    (("fund",), "'<account>'"), (("lookup", "account"), "'<account>'"), (("message", "hello"), "'--account <account>'"),
], ids=str)
def test_without_an_account_the_error_names_the_command_that_sets_one(bare, command, missing):
    result = bare.build(*command, "--network", "testnet", code=64)
    assert missing in result.err and "coldstar-build config set account" in result.err


def test_without_a_network_the_error_names_the_command_that_sets_one(bare):
    assert "coldstar-build config set network testnet" in bare.build(*PAYMENT, "--source", ALICE, code=64).err


def test_the_destination_and_the_amount_are_never_configured(configured):
    for name in ("destination", "amount", "asset", "memo"):
        assert "unknown key" in configured.build("config", "set", name, BOB, code=64).err
    configured.build("payment", "--asset", "XLM", "--amount", "1", code=64)


def test_a_batch_pays_from_the_account(configured):
    table = configured.file("pay.csv", f"destination,amount,asset\n{BOB},1,XLM\n")
    result = configured.build("batch", table)
    assert opened(result.out).transaction.source.account_id == ALICE and str(path(configured)) in result.err


def test_appending_to_another_accounts_transaction_does_not_bring_in_the_account(configured):
    first = configured.file("first.json", configured.build(*PAYMENT, "--source", BOB).out)
    operations = opened(configured.build(*PAYMENT, "--append-to", first).out).transaction.operations
    assert [operation.source for operation in operations] == [None, None]


# ---------------------------------------------------------------- precedence and origin

def test_options_precede_the_environment_and_the_environment_the_file(configured, sandbox):
    assert settings(configured)["network"] == ("testnet", "file")
    env = {"STELLAR_NETWORK": "futurenet"}
    assert settings(configured, env=env)["network"] == ("futurenet", "environment")
    assert settings(configured, "--network", "public", env=env)["network"] == ("public", "option")
    assert settings(configured)["horizon-url"] == (sandbox.url, "file")
    assert settings(configured, "--horizon-url", "https://a.example")["horizon-url"] == ("https://a.example", "option")


def test_an_empty_variable_counts_as_not_set(configured):
    assert settings(configured, env={"STELLAR_NETWORK": "", "COLDSTAR_PROFILE": ""})["network"] == ("testnet", "file")


def test_the_origin_of_a_value_is_its_line(configured):
    shown = configured.build("config", "show", "--origin").out
    assert f"{path(configured)}:1" in shown and f"{path(configured)}:3" in shown
    origin = configured.build("config", "show", "account", "--json").json()["origin"]
    assert origin == {"kind": "file", "file": str(path(configured)), "line": 3}


def test_one_value_is_printed_alone(configured):
    assert configured.build("config", "show", "account").out == ALICE + "\n"
    assert "proxy is not set" in configured.build("config", "show", "proxy", code=66).err
    assert "unknown key" in configured.build("config", "show", "acount", code=64).err


def test_the_usual_server_is_the_default(bare):
    assert settings(bare)["horizon-url"] == (None, None)
    assert settings(bare, "--network", "testnet")["horizon-url"] == ("https://horizon-testnet.stellar.org/", "default")


def test_a_password_of_the_proxy_is_not_shown(bare):
    result = bare.build("config", "show", "--origin", env={"ALL_PROXY": "http://ada:secret@proxy.example:80"})
    assert "secret" not in result.out and "http://...@proxy.example:80" in result.out


def test_a_server_of_the_configuration_is_not_used_for_another_network(configured):
    result = configured.build("lookup", "fees", "--network", "local", code=64)
    assert "no Horizon server is known for local" in result.err and "the configured server is for testnet" in result.err
    assert "is not used for local" in result.err
    shown = configured.build("config", "show", "--network", "local", "--origin").out
    assert "not used: it is for testnet, and this is for local" in shown


def test_a_transaction_of_another_network_says_which_server_is_asked(configured):
    """Its own request or --network says where it belongs: the server is not the configured one, and a proxy that is not there keeps the test at home."""
    request = configured.file("r.json", configured.build(*PAYMENT).out)
    configured.build("config", "set", "network", "public")
    closed = {"ALL_PROXY": "http://127.0.0.1:9"}
    for command in ("check", "send", "signatures"):
        said = configured.submit(command, request, code=None, env=closed).err
        assert "note: horizon-url of the configuration is for public; for testnet, horizon-testnet.stellar.org is asked" in said, said
        assert "the configuration" not in configured.submit(command, request, "--horizon-url", "http://127.0.0.1:9", code=None, env=closed).err


def test_a_request_keeps_its_own_network(configured):
    """The configuration only answers where nothing else does."""
    request = configured.file("r.json", configured.build(*PAYMENT).out)
    configured.build("config", "set", "network", "public")
    document = json.loads(configured.build("convert", request, "--format", "request").out)
    assert document["network_passphrase"] == "Test SDF Network ; September 2015"


def test_the_signer_ignores_it(configured, offline):
    write(offline, 'network = "testnet"\n')
    envelope = opened(configured.build(*PAYMENT).out).to_xdr()
    assert "no network is given" in offline.sign("inspect", "-", stdin=envelope, code=64).err
    write(offline, "this is not TOML")
    offline.sign("key", "list")


# ---------------------------------------------------------------- profiles

def test_a_profile_is_chosen_by_option_environment_or_file(configured):
    configured.build("config", "set", "account", BOB, "--profile", "work")
    assert settings(configured)["account"] == (ALICE, "file")
    assert settings(configured, "--profile", "work")["account"] == (BOB, "file")
    assert settings(configured, env={"COLDSTAR_PROFILE": "work"})["account"] == (BOB, "file")
    configured.build("config", "set", "profile", "work")
    assert settings(configured)["account"] == (BOB, "file")
    assert settings(configured)["profile"] == ("work", "file")
    assert opened(configured.build(*PAYMENT).out).transaction.source.account_id == BOB
    configured.build("config", "set", "account", ALICE, "--profile", "home")
    assert settings(configured, "--profile", "home")["account"] == (ALICE, "file")
    assert opened(configured.build(*PAYMENT, "--profile", "home").out).transaction.source.account_id == ALICE


def test_a_profile_for_another_network_does_not_inherit_the_server(configured):
    configured.build("config", "set", "network", "public", "--profile", "real")
    assert settings(configured, "--profile", "real")["horizon-url"] == ("https://horizon.stellar.org/", "default")
    assert settings(configured, "--profile", "real")["account"] == (ALICE, "file")


def test_an_unknown_profile_is_an_error(configured, subtests):
    configured.build("config", "set", "account", BOB, "--profile", "work")
    for command in [PAYMENT, ("config", "show"), ("lookup", "toml", "example.com"), ("overview",)]:
        with subtests.test(command=command):
            result = configured.build(*command, "--profile", "wrok", code=64)
            assert "there is no profile wrok" in result.err and "did you mean work?" in result.err


def test_a_profile_without_a_file_is_an_error(bare):
    result = bare.build(*PAYMENT, "--profile", "work", code=64)
    assert "there is no configuration file" in result.err
    assert "COLDSTAR_PROFILE" in bare.build("config", "show", env={"COLDSTAR_PROFILE": "work"}, code=64).err


def test_the_profile_that_the_file_chooses_has_to_exist(configured):
    before = path(configured).read_text()
    assert "there is no profile nowhere" in configured.build("config", "set", "profile", "nowhere", code=65).err
    assert path(configured).read_text() == before


def test_anchor_commands_take_config_profile(configured):
    """Their --profile stands for the user's own data."""
    configured.build("config", "set", "home-domain", "anchor.example", "--profile", "work")
    assert "there is no profile wrok" in configured.submit("anchor", "info", "--config-profile", "wrok", code=64).err
    assert "--home-domain is missing" in configured.submit("anchor", "info", code=64).err
    assert "anchor.example" in configured.submit(
        "anchor", "info", "--config-profile", "work", "--proxy", "http://127.0.0.1:1", code=69).err


# ---------------------------------------------------------------- editing

def test_comments_and_other_lines_stay(configured, sandbox):
    text = f'# mine\n\nnetwork = "public" # for money\n\n# work\n[profiles.work]\nhorizon-url = ["{sandbox.url}"]\n'
    write(configured, text)
    configured.build("config", "set", "network", "testnet")
    assert path(configured).read_text() == text.replace('"public"', '"testnet"')
    configured.build("config", "unset", "network")
    assert path(configured).read_text() == text.replace('network = "public" # for money\n', "")


def test_a_new_file_and_its_folder_are_private(bare):
    bare.build("config", "set", "network", "testnet")
    assert path(bare).stat().st_mode & 0o777 == 0o600
    assert path(bare).parent.stat().st_mode & 0o777 == 0o700
    assert [entry.name for entry in path(bare).parent.iterdir()] == ["config.toml"]


def test_it_follows_the_xdg_folder(bare):
    folder = bare.home / "elsewhere"
    bare.build("config", "set", "network", "testnet", env={"XDG_CONFIG_HOME": str(folder)})
    assert (folder / "coldstar" / "config.toml").exists() and not path(bare).exists()
    # A relative folder does not count, as the specification says.
    bare.build("config", "set", "network", "testnet", env={"XDG_CONFIG_HOME": "elsewhere"})
    assert path(bare).exists()


def test_without_a_home_folder_there_is_no_configuration(bare, sandbox):
    env = {"HOME": "", "XDG_CONFIG_HOME": ""}
    bare.build("lookup", "fees", "--network", "testnet", "--horizon-url", sandbox.url, env=env)
    assert "no folder for the configuration" in bare.build("config", "set", "network", "testnet", env=env, code=64).err
    assert settings(bare, env=env)["network"] == (None, None)


def test_what_would_be_refused_on_reading_is_not_written(bare):
    result = bare.build("config", "set", "netwrok", "testnet", code=64)
    assert "did you mean network?" in result.err and not path(bare).exists()


def test_a_secret_key_is_refused_and_not_repeated(bare):
    secret = key("alice").secret
    result = bare.build("config", "set", "account", secret, code=64)
    assert "secret key" in result.err and secret not in result.err + result.out and not path(bare).exists()
    write(bare, f'account = "{secret}"\n')
    for command in (PAYMENT, ("config", "show")):
        result = bare.build(*command, code=65)
        assert ":1: account: the value is a secret key" in result.err and secret not in result.err + result.out


def test_removing_what_is_not_there_is_an_error(bare):
    bare.build("config", "unset", "proxy", code=66)
    bare.build("config", "set", "network", "testnet")
    assert "proxy is not set in" in bare.build("config", "unset", "proxy", code=66).err
    bare.build("config", "unset", "network", "--profile", "work", code=66)
    bare.build("config", "unset", "network")
    assert path(bare).read_text() == ""


def test_concurrent_changes_are_all_kept(bare):
    names = [f"p{number}" for number in range(8)]
    threads = [threading.Thread(target=bare.build, args=("config", "set", "network", "testnet", "--profile", name)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(f"[profiles.{name}]" in path(bare).read_text() for name in names)


def test_set_without_arguments_asks_only_on_a_terminal(bare):
    assert "<key>" in bare.build("config", "set", code=64).err
    assert not path(bare).exists()


# ---------------------------------------------------------------- files that are wrong or cannot be trusted

@pytest.mark.parametrize("command", [PAYMENT, ("config", "show"), ("lookup", "fees", "--network", "testnet")], ids=lambda c: c[0])
def test_an_invalid_file_is_an_error_that_says_where(bare, command):
    write(bare, 'account = "\\u001b[2J"\n')
    result = bare.build(*command, code=65)
    assert ":1: account: not an address" in result.err and str(path(bare)) in result.err and "\x1b" not in result.err


def test_an_invalid_file_does_not_stop_commands_that_do_not_use_it(funded):
    write(funded, "netwrok = 1\n")
    funded.build("contacts", "list")
    funded.submit("status")
    funded.submit("journal", "verify", code=66)


def refused(machine: Machine, words: str, code: int = 77) -> None:
    for command in (PAYMENT, ("config", "show"), ("config", "set", "network", "testnet")):
        assert words in machine.build(*command, code=code).err
    assert "attention" in machine.submit("doctor", code=1).out


def test_a_file_that_others_can_write_is_refused(bare):
    write(bare, 'network = "testnet"\n', 0o620)
    refused(bare, "others can write")


def test_a_folder_that_others_can_write_is_refused(bare):
    write(bare, 'network = "testnet"\n').parent.chmod(0o1777)
    refused(bare, "others can write")


def test_a_symbolic_link_is_refused(bare):
    file = write(bare, 'network = "testnet"\n')
    other = file.rename(bare.home / "other.toml")
    file.symlink_to(other)
    refused(bare, "is a symbolic link")
    other.unlink()
    refused(bare, "is a symbolic link")
    assert file.is_symlink() and not other.exists()


def test_a_folder_or_pipe_in_its_place_is_refused(bare):
    file = write(bare, "")
    file.unlink()
    file.mkdir()
    refused(bare, "is not a regular file")
    file.rmdir()
    os.mkfifo(file)
    refused(bare, "is not a regular file")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_of_another_user_is_refused(bare):
    file = write(bare, 'network = "testnet"\n')
    os.chown(file, 12345, -1)
    refused(bare, "belongs to another user")


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_a_file_that_cannot_be_read_is_an_error(bare):
    write(bare, 'network = "testnet"\n', 0o000)
    assert "cannot read" in bare.build(*PAYMENT, code=66).err


def test_a_folder_in_place_of_which_there_is_a_file_is_an_error(bare):
    (bare.home / ".config").write_text("")
    bare.build("config", "show", code=66)
    bare.build("config", "set", "network", "testnet", code=73)


# ---------------------------------------------------------------- doctor

def test_the_doctor_lists_every_value_with_its_origin(configured, sandbox):
    lines = configured.submit("doctor").out.splitlines()
    config = [line.split(maxsplit=2)[2] for line in lines if line.startswith("config ")]
    file = path(configured)
    assert config == [str(file), f"network testnet ({file}:1)", f"horizon-url {sandbox.url} ({file}:2)", f"account {ALICE} ({file}:3)"]


def test_the_doctor_lists_every_problem(configured):
    write(configured, 'netwrok = 1\nproxy = 2\n[profiles.a]\nbar = 1\n')
    result = configured.submit("doctor", "--json", code=1)
    findings = result.json()["findings"]
    assert [finding["state"] for finding in findings] == ["attention"] * 3
    assert [line in finding["text"] for line, finding in zip((":1:", ":2:", ":4:"), findings)] == [True] * 3


# ---------------------------------------------------------------- on a terminal

def test_config_set_without_arguments_asks_for_the_usual_values(bare):
    screen = Terminal(bare, "coldstar-build", "config", "set", env={"HOME": str(bare.home)})
    screen.until("network: public, testnet, futurenet or local (Enter for none): ")
    screen.type("mainnet\n")
    screen.until("mainnet is not a network name")
    screen.until("(Enter for none): ")
    screen.type("testnet\n")
    screen.until("your account, G... or M... (Enter for none): ")
    assert not path(bare).exists()
    screen.type(ALICE + "\n")
    screen.until("your anchor's home domain (Enter for none): ")
    screen.type("\n")
    assert screen.end()[0] == 0
    assert path(bare).read_text() == f'network = "testnet"\naccount = "{ALICE}"\n'


def test_nothing_is_written_if_the_dialogue_is_interrupted(bare):
    screen = Terminal(bare, "coldstar-build", "config", "set", env={"HOME": str(bare.home)})
    screen.until("(Enter for none): ")
    screen.type("testnet\n")
    screen.until("your account")
    screen.type("\x03")
    screen.end()
    assert not path(bare).exists()


# ---------------------------------------------------------------- help

def test_help_and_keys_are_documented(configured):
    text = configured.build("payment", "--help").out
    assert "--profile, --config-profile" in text and "$COLDSTAR_PROFILE" in text
    text = configured.build("config", "set", "--help").out
    for name in ("network", "network-passphrase", "horizon-url", "rpc-url", "account", "home-domain", "ca-file", "proxy"):
        assert name in text
