// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
import LedgerAPI

/// The servers of one run in order of preference, and which of them can be used.
struct ServerPool: Hashable {
    struct Server: Hashable {
        /// Host and port, shown to the user.
        let name: String
        /// The second before which it is not used.
        var restsUntil: UInt64 = 0
        /// Why it is no longer used at all.
        var isOut: ServerFault?
        /// Its message when it would not accept transactions; it is still queried.
        var disabled: String?
        /// Whether to submit to an endpoint that answers at once; false once the server has said that it has none.
        var mayHaveQueue: Bool
        /// Whether transactions are submitted to it; otherwise it is only asked.
        var submits = true
        /// Whether the answer to a lookup names the ledgers in which it looked.
        var namesLedgers = false
    }

    private(set) var servers: [Server]
    /// The close time of the latest ledger that a server reported, in seconds since 1970.
    var ledgerTime: Int64?
    /// This machine's clock, in seconds since 1970.
    var machineTime: Int64 = 0

    /// - Parameter queue: whether to prefer `/transactions_async`, where it exists.
    init(names: [String], queue: Bool) {
        servers = names.map { Server(name: $0, mayHaveQueue: queue) }
    }

    /// - Parameter queue: whether to prefer Horizon's `/transactions_async`, where it exists.
    init(_ servers: [any LedgerServer], queue: Bool) {
        self.servers = servers.map { server in
            Server(
                name: server.base.authority, mayHaveQueue: server.answersAtOnce || queue, submits: !server.isWitness,
                namesLedgers: server.namesLedgers)
        }
    }

    /// Whether transactions are submitted to a single server.
    var isSingle: Bool { servers.count(where: \.submits) == 1 }
    func name(_ server: Int) -> String { servers[server].name }

    func canBeAsked(_ server: Int, at now: UInt64) -> Bool {
        servers[server].isOut == nil && servers[server].restsUntil <= now
    }

    /// The second at which one of the candidates can be used; nil when none ever can.
    func earliest(of candidates: some Sequence<Int>) -> UInt64? {
        candidates.filter { servers[$0].isOut == nil }.map { servers[$0].restsUntil }.min()
    }

    /// Pauses a server that did not respond, or that asked for a delay in seconds.
    mutating func rest(_ server: Int, seconds: UInt64?, now: UInt64) {
        servers[server].restsUntil = max(servers[server].restsUntil, now + max(1, seconds ?? Self.pause))
    }

    mutating func dismiss(_ server: Int, _ fault: ServerFault) { servers[server].isOut = fault }

    mutating func close(_ server: Int, _ words: String) { servers[server].disabled = words }

    mutating func hasNoQueue(_ server: Int) { servers[server].mayHaveQueue = false }

    /// Why nothing can be submitted any more; nil while a server is left.
    var fault: ServerFault? {
        let servers = servers.filter(\.submits)
        let faults = servers.compactMap { server in server.isOut ?? server.disabled.map { .submissionDisabled($0) } }
        return faults.count == servers.count ? faults.first : nil
    }

    /// The pause in seconds after a request without a response.
    private static let pause: UInt64 = 2
}

/// Why a server is not used for the rest of a run.
package enum ServerFault: Hashable, Sendable {
    /// It does not respond as Horizon does.
    case notAServer(status: Int)
    /// It accepts no transactions, or none from this client; with its message.
    case submissionDisabled(String)
    /// The connection cannot be trusted or made, for a reason that does not go away by waiting.
    case unusable(String)
}

extension ServerFault: Fault {
    package var kind: FaultKind {
        switch self {
        case .notAServer, .unusable: .protocolBroken
        case .submissionDisabled: .unreachable
        }
    }

    package var message: String {
        switch self {
        case .notAServer(let status): "the server answered with status \(status), not as a Horizon does"
        case .submissionDisabled(let reason), .unusable(let reason): reason
        }
    }

    package var hint: Wording? {
        switch self {
        case .notAServer: "is this the URL of a Horizon server?"
        case .submissionDisabled:
            "nothing was sent; another server may take it (\(field: .horizonURL), \(field: .rpcURL))"
        case .unusable: nil
        }
    }
}
