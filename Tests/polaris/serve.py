# SPDX-License-Identifier: Apache-2.0
"""Runs django-polaris, the Stellar Development Foundation's anchor server, for one asset: serve.py FOLDER HORIZON_URL SEEDS

FOLDER is for its database; SEEDS is a file with the secret keys of the asset's issuer and of the distribution account, one per line.
Prints the server's address when it is ready. Payments are polled every half second, since the practice network does not stream."""
from __future__ import annotations

import asyncio
import json
import os
import pathlib
import signal
import socketserver
import subprocess
import sys
import threading
import time
import urllib.request
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from stellar_sdk import Keypair


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


def set_up(issuer: str, seed: str) -> None:
    from django.core.management import call_command
    from polaris.models import Asset, DeliveryMethod, ExchangePair, OffChainAsset
    call_command("migrate", verbosity=0)
    asset = Asset.objects.create(
        code="SRT", issuer=issuer, distribution_seed=seed, significant_decimals=2, deposit_min_amount=5, deposit_max_amount=1000,
        withdrawal_min_amount=5, withdrawal_max_amount=1000, deposit_fee_fixed=1, withdrawal_fee_fixed=1, sep6_enabled=True, sep24_enabled=True, sep38_enabled=True)
    dollars = OffChainAsset.objects.create(scheme="iso4217", identifier="USD", country_codes="USA")
    for kind in ("buy", "sell"):
        dollars.delivery_methods.add(DeliveryMethod.objects.create(type=kind, name="bank_account", description="a transfer between banks"))
    on_chain, off_chain = f"stellar:{asset.code}:{issuer}", "iso4217:USD"
    ExchangePair.objects.create(sell_asset=on_chain, buy_asset=off_chain)
    ExchangePair.objects.create(sell_asset=off_chain, buy_asset=on_chain)


def work(horizon: str, account: str) -> None:
    """Does the work of the anchor's other processes: detects incoming payments and makes the payouts outside the network."""
    from polaris.management.commands.execute_outgoing_transactions import Command as Execute
    from polaris.management.commands.poll_outgoing_transactions import Command as Poll
    from polaris.management.commands.watch_transactions import Command as Watch
    cursor = ""
    while True:
        time.sleep(0.5)
        with urllib.request.urlopen(f"{horizon}/accounts/{account}/transactions?order=asc&limit=200&cursor={cursor}") as answer:
            records = json.load(answer)["_embedded"]["records"]
        for record in records:
            asyncio.run(Watch.process_response(record, account))
            cursor = record["paging_token"]
        Execute.execute_outgoing_transactions()
        Poll.poll_outgoing_transactions()


def main() -> None:
    folder, horizon, seeds = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]).read_text().split()
    server = Server(("127.0.0.1", 0), Quiet)
    url = f"http://127.0.0.1:{server.server_port}"
    os.environ |= {"DJANGO_SETTINGS_MODULE": "settings", "ANCHOR_FOLDER": str(folder), "HORIZON_URL": horizon, "ANCHOR_URL": url,
                   "ANCHOR_SEED": seeds[1], "PYTHONPATH": str(pathlib.Path(__file__).parent)}
    import django
    django.setup()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application
    set_up(Keypair.from_secret(seeds[0]).public_key, seeds[1])
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    threading.Thread(target=work, args=(horizon, Keypair.from_secret(seeds[1]).public_key), daemon=True).start()
    # Exit through the handler, so that the other process is killed too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    deposits = subprocess.Popen([sys.executable, "-m", "django", "process_pending_deposits", "--interval", "1"])
    print(url, flush=True)
    try:
        server.serve_forever()
    finally:
        deposits.kill()


if __name__ == "__main__":
    main()
