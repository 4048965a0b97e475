// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Faults
package import RPC
package import Stellar
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
                findings.append(Item(name: "server", isGood: true, text: "\(base.text) (Stellar RPC)"))
                findings.append(
                    Item(name: "network", isGood: true, text: TerminalText.escape(network.network.passphrase)))
                findings += check(health, now: now)
                findings.append(Item(name: "protocol", isGood: true, text: "\(network.protocolVersion)"))
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

    private static func check(_ health: RPCHealth, now: Timestamp) -> [Item] {
        let history = Item(name: "history", isGood: true, text: "since ledger \(health.oldestLedger)")
        guard let closedAt = health.latestCloseTime else {
            let text = "number \(health.latestLedger); the server does not say when it closed"
            return [Item(name: "ledger", isGood: true, text: text), history]
        }
        return [ledger(Int64(health.latestLedger), closedAt: closedAt, now: now), history, clock(closedAt, now: now)]
    }
}
