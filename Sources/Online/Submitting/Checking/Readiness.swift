// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
package import Journal
package import LedgerAPI
package import Stellar
import StellarXDR
import Workspace

/// Whether this machine, its journal and the servers are ready to submit.
package enum Readiness {
    /// The result of one check.
    package struct Item: Hashable, Sendable {
        package let name: String
        package let isGood: Bool
        package let text: Wording

        package init(name: String, isGood: Bool, text: Wording) {
            self.name = name
            self.isGood = isGood
            self.text = text
        }
    }

    /// A ledger closes about every 6 seconds; an older one means that the server or the network has stopped.
    private static let oldestLedger: Int64 = 60
    /// In seconds. Expiry is decided by the ledger's clock, but chosen by this machine's.
    private static let greatestClockDifference: Int64 = 30
    /// A history this many ledgers behind its core is still normal.
    private static let mostBehind: Int64 = 10

    /// - Parameter journal: nil when there is none yet.
    package static func check(_ journal: (any RequestJournal)?) throws(Failure) -> Item {
        guard let journal else { return Item(name: "journal", isGood: true, text: "no journal yet") }
        let count: Int
        do { count = try journal.open().count } catch { throw Failure(error) }
        return Item(
            name: "journal", isGood: count == 0,
            text: count == 0
                ? "readable, nothing pending"
                : "\(count) \(count == 1 ? "transaction has" : "transactions have") an unknown outcome: run \(step: .submit(.resume))"
        )
    }

    /// Checks every server of the client.
    ///
    /// - Parameter now: the time of this machine's clock.
    /// - Throws: if no server answers, or one is of another network.
    package static func check(
        _ client: HorizonClient, on network: Network, now: Timestamp
    ) throws(Failure) -> [Item] {
        var findings: [Item] = []
        var absences: [HorizonError] = []
        for base in client.bases {
            do throws(HorizonError) {
                let only = client.only(base)
                let root = try only.root(of: network)
                let ledger = try only.latestLedger()
                findings.append(Item(name: "server", isGood: true, text: Wording(base.text)))
                findings.append(
                    Item(name: "network", isGood: true, text: Wording(TerminalText.escape(root.network.passphrase))))
                findings += check(ledger, of: root, on: network, now: now)
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

    private static func check(
        _ latest: LedgerRecord, of root: HorizonRoot, on network: Network, now: Timestamp
    ) -> [Item] {
        let behind = root.coreLatestLedger - latest.sequence
        return [
            ledger(latest.sequence, closedAt: latest.closedAt, now: now),
            Item(
                name: "history", isGood: behind <= mostBehind,
                text: behind <= 0 ? "up to date" : "\(behind) ledgers behind its core"),
            clock(latest.closedAt, now: now),
            protocolItem(latest.protocolVersion, of: network),
        ]
    }

    /// The network's protocol, and whether this version was tested with it.
    static func protocolItem(_ version: Int, of network: Network) -> Item {
        let warning = ProtocolWarning.text(version, of: network)
        return Item(name: "protocol", isGood: warning == nil, text: Wording(warning ?? "\(version)"))
    }

    /// Whether a server's latest ledger is of today.
    static func ledger(_ number: Int64, closedAt: Timestamp, now: Timestamp) -> Item {
        // From one machine it cannot be determined whether the clock or the ledger is wrong.
        let age = Int64(clamping: now.seconds) - Int64(clamping: closedAt.seconds)
        return Item(
            name: "ledger", isGood: age <= oldestLedger,
            text: "number \(number), closed at \(closedAt.utc)"
                + (age > oldestLedger ? ", \(age) seconds ago: the server is stale, or this clock is fast" : ""))
    }

    /// Whether this machine's clock agrees with the ledger's.
    static func clock(_ closedAt: Timestamp, now: Timestamp) -> Item {
        let ahead = Int64(clamping: closedAt.seconds) - Int64(clamping: now.seconds)
        return Item(
            name: "clock", isGood: ahead <= greatestClockDifference,
            text: "\(now.utc)"
                + (ahead > greatestClockDifference
                    ? ", \(ahead) seconds behind the ledger's: transactions expire early" : ""))
    }
}

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

extension Readiness.Item {
    /// The finding for people.
    fileprivate var finding: TextFinding {
        TextFinding(name, isGood ? "good" : "attention", isGood ? .good : .attention, text)
    }
}

extension Readiness {
    /// The findings for people.
    package static func text(of findings: [Item]) -> TextPart {
        .findings(findings.map(\.finding), TextFinding.Columns(subject: 11, verdict: 11))
    }

    /// The JSON document of `coldstar-submit doctor`.
    package static func document(_ findings: [Item], in style: some WordingStyle) -> JSON {
        [
            "version": 1, "ok": .bool(findings.allSatisfy(\.isGood)),
            "findings": .array(
                findings.map {
                    [
                        "name": .string($0.name), "state": $0.isGood ? "good" : "attention",
                        "text": .string($0.text.text(in: style)),
                    ]
                }),
        ]
    }

    /// The first finding that needs attention; nil when all are good.
    package static func failure(in findings: [Item]) -> Failure? {
        guard let first = findings.first(where: { !$0.isGood }) else { return nil }
        return Failure(.refusedByLedger, "\(first.name) needs attention: \(first.text)")
    }
}
