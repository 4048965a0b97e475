// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Faults
package import RPC
package import Stellar
import StellarXDR
import TextCodec

extension Readiness {
    /// Checks every server of the client.
    ///
    /// - Parameter now: the time of this machine's clock.
    /// - Throws: if no server answers, or one is of another network.
    package static func check(_ client: RPCClient, now: Timestamp) throws(Failure) -> [Item] {
        var findings: [Item] = []
        var absences: [RPCError] = []
        for base in client.bases {
            do throws(RPCError) {
                let only = client.only(base)
                let network = try only.serverNetwork()
                let health = try only.health()
                let latest = try only.latestLedger()
                let entry = try entry(of: only, latest)
                findings.append(Item(name: "server", isGood: true, text: "\(base.text) (Stellar RPC)"))
                findings.append(
                    Item(name: "network", isGood: true, text: Wording(TerminalText.escape(network.network.passphrase))))
                findings += check(latest, health, now: now)
                findings.append(entry)
                findings.append(protocolItem(Int(latest.protocolVersion), of: client.network))
            } catch {
                // One of several servers may be unreachable; a server of another network is an error.
                guard error.isAbsence else { throw Failure(error) }
                absences.append(error)
                if absences.count == client.bases.count { throw Failure(absences[0]) }
                findings.append(Item(name: "server", isGood: false, text: "\(base.text): \(error.message)"))
            }
        }
        return findings
    }

    private static func check(_ latest: RPCLatestLedger, _ health: RPCHealth, now: Timestamp) -> [Item] {
        let history = Item(name: "history", isGood: true, text: "since ledger \(health.oldestLedger)")
        guard let header = latest.header else {
            let text: Wording =
                "number \(latest.sequence), without its header: transactions are checked with stellar-rpc 25 or later only"
            return [Item(name: "ledger", isGood: false, text: text), history]
        }
        var item = ledger(Int64(latest.sequence), closedAt: header.closedAt, now: now)
        if let unknown = header.unknown {
            item = Item(
                name: item.name, isGood: item.isGood, text: "\(item.text); not known to this version: \(unknown)")
        }
        return [item, history, clock(header.closedAt, now: now)]
    }

    /// A setting that every network with contracts has.
    private static let setting = LedgerKey.configSetting(LedgerKeyConfigSetting(configSettingID: .contractMaxSizeBytes))

    /// Whether a server that has the latest ledger also gives its entries, which come from another part of it.
    private static func entry(of client: RPCClient, _ latest: RPCLatestLedger) throws(RPCError) -> Item {
        let found = try client.ledgerEntries([setting])
        guard found[setting] != nil else {
            return Item(
                name: "entries", isGood: false, text: "the server does not give a setting that every network has")
        }
        return Item(name: "entries", isGood: true, text: "readable, as of ledger \(found.latestLedger)")
    }
}
