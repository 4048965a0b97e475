// SPDX-License-Identifier: Apache-2.0

import AddressBook
import CurlHTTP
package import Faults
package import Horizon
package import Journal
package import Stellar
import TextCodec

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
