# SPDX-License-Identifier: Apache-2.0
"""A faulty Stellar RPC server: it answers with what a good Horizon on loopback has, and injects faults into requests.

Only what a submitter needs: getNetwork, getHealth, getLatestLedger, getLedgerEntries of accounts, sendTransaction and getTransaction.
"""
from __future__ import annotations

import calendar
import json
import time
from urllib.parse import urlencode

from stellar_sdk import Keypair, Network, TransactionEnvelope, xdr

from faults import KINDS, FaultyHandler, FaultyHorizon

# Faults beside those of Horizon, and whether the good server still receives the request.
RPC_KINDS = KINDS | {
    "other id": True,                # a response to another request
    "internal error": True,          # -32603
    "not ready": False,              # -32603
    "try again later": False,        # sendTransaction alone
    "behind": True,                  # getTransaction alone: the state of some ledgers ago, said as such
}


class FaultyRPC(FaultyHorizon):
    kinds = RPC_KINDS

    def __init__(self, good_url: str, seed: int):
        super().__init__(good_url, seed, handler=RPCHandler)
        self.first: tuple[int, int] | None = None        # number and close time of the first ledger that it knows


class RPCHandler(FaultyHandler):
    server: FaultyRPC

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.asked = json.loads(body)
        self.method = self.asked["method"]
        if self.submits():
            self.server.posted.set()
        self.answer(body)

    def submits(self) -> bool:
        return self.method == "sendTransaction"

    def topic(self) -> str:
        return "/transactions" if self.method in ("sendTransaction", "getTransaction") else "/"

    def forward(self, body: bytes) -> tuple[int, bytes]:
        return self.said({"result": getattr(self, self.method)(self.asked.get("params") or {})})

    def said(self, members: dict, ident=None) -> tuple[int, bytes]:
        return 200, json.dumps({"jsonrpc": "2.0", "id": self.asked["id"] if ident is None else ident, **members}).encode()

    def spoil(self, kind: str | None, status: int, answer: bytes, number: float) -> bool:
        """Answers with a fault that Horizon does not have; false if this is none."""
        if kind == "other id":
            self.put(*self.said({k: v for k, v in json.loads(answer).items() if k == "result"}, ident=int(number * 10**9)))
        elif kind in ("internal error", "not ready"):
            self.put(*self.said({"error": {"code": -32603, "message": kind}}))
        elif kind == "try again later" and self.submits():
            self.put(*self.said({"result": {"status": "TRY_AGAIN_LATER", "hash": self.hash(), **self.latest(self.ledger())}}))
        elif kind == "try again later":
            self.put(*self.forward(b""))
        elif kind == "behind":
            self.put(*(self.behind(json.loads(answer), 1 + int(number * 4)) if self.method == "getTransaction" else (status, answer)))
        else:
            return False
        return True

    def behind(self, answer: dict, ledgers: int) -> tuple[int, bytes]:
        result = answer["result"]
        last = result["latestLedger"] - ledgers
        if last < result["oldestLedger"]:
            return self.said({"result": result})
        result |= {"latestLedger": last, "latestLedgerCloseTime": str(self.closed_at(last))}
        if result.get("ledger", 0) > last:
            result = {k: v for k, v in result.items() if "edger" in k and k != "ledger" or k == "txHash"} | {"status": "NOT_FOUND"}
        return self.said({"result": result})

    # -- the good server

    def good(self, path: str, fields: dict | None = None) -> dict | None:
        """A document of the good Horizon; None for 404."""
        kept, self.command, self.path = (self.command, self.path), "POST" if fields else "GET", path
        content = self.headers.get("Content-Type")
        del self.headers["Content-Type"]
        if fields:
            self.headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            status, body = super().forward(urlencode(fields).encode() if fields else b"")
        finally:
            self.command, self.path = kept
            del self.headers["Content-Type"]
            self.headers["Content-Type"] = content
        return None if status == 404 else json.loads(body)

    def ledger(self) -> tuple[int, int]:
        """Number and close time of the latest ledger."""
        (record,) = self.good("/ledgers?order=desc&limit=1")["_embedded"]["records"]
        found = record["sequence"], seconds(record["closed_at"])
        if self.server.first is None:
            self.server.first = found
        return found

    def closed_at(self, number: int) -> int:
        return seconds(self.good(f"/ledgers/{number}")["closed_at"])

    @staticmethod
    def latest(ledger: tuple[int, int]) -> dict:
        return {"latestLedger": ledger[0], "latestLedgerCloseTime": str(ledger[1])}

    def ledgers(self, ledger: tuple[int, int]) -> dict:
        first = self.server.first
        return {**self.latest(ledger), "oldestLedger": first[0], "oldestLedgerCloseTime": str(first[1])}

    def hash(self) -> str:
        return TransactionEnvelope.from_xdr(self.asked["params"]["transaction"], Network.TESTNET_NETWORK_PASSPHRASE).hash_hex()

    # -- the methods

    def getNetwork(self, _) -> dict:
        return {"passphrase": Network.TESTNET_NETWORK_PASSPHRASE, "protocolVersion": 27}

    def getHealth(self, _) -> dict:
        return {"status": "healthy", "ledgerRetentionWindow": 120960, **self.ledgers(self.ledger())}

    def getLatestLedger(self, _) -> dict:
        (record,) = self.good("/ledgers?order=desc&limit=1")["_embedded"]["records"]
        return {"id": record["hash"], "sequence": record["sequence"], "protocolVersion": record["protocol_version"],
                "closeTime": str(seconds(record["closed_at"])), "headerXdr": record["header_xdr"]}

    def getLedgerEntries(self, params: dict) -> dict:
        latest, entries = self.ledger(), []
        for text in params["keys"]:
            key = xdr.LedgerKey.from_xdr(text)
            if key.type != xdr.LedgerEntryType.ACCOUNT:
                continue
            address = Keypair.from_raw_ed25519_public_key(key.account.account_id.account_id.ed25519.uint256).public_key
            account = self.good(f"/accounts/{address}")
            if account:
                entries.append({"key": text, "xdr": entry(key, account).to_xdr(), "lastModifiedLedgerSeq": account["last_modified_ledger"]})
        return {"entries": entries, "latestLedger": latest[0]}

    def sendTransaction(self, params: dict) -> dict:
        said = self.good("/transactions_async", {"tx": params["transaction"]})
        found = {"status": said["tx_status"], "hash": said["hash"], **self.latest(self.ledger())}
        error = said.get("error_result_xdr") or said.get("errorResultXdr")
        return found | ({"errorResultXdr": error} if error else {})

    def getTransaction(self, params: dict) -> dict:
        # The ledger first, so that what was looked for is not in it, or in an earlier one, if it is not found.
        ledgers = self.ledgers(self.ledger())
        found = self.good(f"/transactions/{params['hash']}")
        if found is None:
            return {"status": "NOT_FOUND", "txHash": params["hash"], **ledgers}
        if found["ledger"] > ledgers["latestLedger"]:
            ledgers = self.ledgers(self.ledger())
        return {"status": "SUCCESS" if found["successful"] else "FAILED", "txHash": found["hash"], "applicationOrder": 1, "feeBump": False,
                "envelopeXdr": found["envelope_xdr"], "resultXdr": found["result_xdr"], "ledger": found["ledger"], "createdAt": "0", **ledgers}


def seconds(text: str) -> int:
    return calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))


def entry(key: xdr.LedgerKey, account: dict) -> xdr.LedgerEntryData:
    (native,) = (line for line in account["balances"] if line["asset_type"] == "native")
    return xdr.LedgerEntryData(key.type, account=xdr.AccountEntry(
        key.account.account_id, xdr.Int64(round(float(native["balance"]) * 10_000_000)),
        xdr.SequenceNumber(xdr.Int64(int(account["sequence"]))), xdr.Uint32(account["subentry_count"]), None, xdr.Uint32(0), xdr.String32(b""),
        xdr.Thresholds(bytes([1, 0, 0, 0])), [], xdr.AccountEntryExt(0)))
