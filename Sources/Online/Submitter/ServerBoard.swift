// SPDX-License-Identifier: Apache-2.0

/// The servers of one run, in the order in which they are preferred, and which of them can be asked.
struct ServerBoard: Hashable {
    struct Server: Hashable {
        /// Host and port, to name it to the user.
        let name: String
        /// Not asked before that second.
        var restsUntil: UInt64 = 0
        /// Why it is not asked at all any more.
        var isOut: ServerFault?
        /// What it said when it would not take a transaction; it is asked for what it knows all the same.
        var closed: String?
        /// Whether it may be posted to by `/transactions_async`; false once it has said that it has none.
        var mayHaveQueue: Bool
    }

    private(set) var servers: [Server]
    /// The time of the latest ledger that a server has shown, in seconds since 1970.
    var ledgerTime: Int64?

    /// - Parameter queue: whether `/transactions_async` is preferred where it is there.
    init(names: [String], queue: Bool) {
        servers = names.map { Server(name: $0, mayHaveQueue: queue) }
    }

    var isSingle: Bool { servers.count == 1 }
    func name(_ server: Int) -> String { servers[server].name }

    func canBeAsked(_ server: Int, at now: UInt64) -> Bool {
        servers[server].isOut == nil && servers[server].restsUntil <= now
    }

    /// When one of them can be asked; nil when none ever can.
    func earliest(of candidates: some Sequence<Int>) -> UInt64? {
        candidates.filter { servers[$0].isOut == nil }.map { servers[$0].restsUntil }.min()
    }

    /// The server did not answer, or asked to be left alone for so many seconds.
    mutating func rest(_ server: Int, seconds: UInt64?, now: UInt64) {
        servers[server].restsUntil = max(servers[server].restsUntil, now + max(1, seconds ?? Self.pause))
    }

    mutating func dismiss(_ server: Int, _ fault: ServerFault) { servers[server].isOut = fault }

    mutating func close(_ server: Int, _ words: String) { servers[server].closed = words }

    mutating func hasNoQueue(_ server: Int) { servers[server].mayHaveQueue = false }

    /// Why nothing can be sent any more; nil while a server is left.
    var fault: ServerFault? {
        let faults = servers.compactMap { server in server.isOut ?? server.closed.map { .closed($0) } }
        return faults.count == servers.count ? faults.first : nil
    }

    /// Seconds for which a server without an answer is not asked again.
    private static let pause: UInt64 = 2
}

/// Why a server is not used for the rest of a run.
package enum ServerFault: Hashable, Sendable {
    /// It does not answer as a Horizon does.
    case notHorizon(status: Int)
    /// It takes no transactions, or not from here, in its words.
    case closed(String)
    /// The connection cannot be trusted or not be made at all, for a reason that waiting does not cure.
    case unusable(String)
}
