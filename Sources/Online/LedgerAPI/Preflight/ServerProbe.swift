// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar

/// The check of the servers at the start: all must belong to the network, and those available are compared.
struct ServerProbe {
    /// All servers: the current ones in the order given, then those that lag behind, then those that do not respond.
    private(set) var bases: [HTTPURL]
    /// The close time of the newest ledger of any server.
    private(set) var ledgerTime: Int64?
    /// The protocol of the newest ledger.
    private(set) var protocolVersion: Int
    /// Messages for the user.
    private(set) var remarks: [String] = []

    /// A ledger closes about every 5 seconds; a server this far behind another has stalled, or its network has.
    private static let mostBehind: Int64 = 12

    init(_ client: HorizonClient, network: Network) throws(Failure) {
        bases = client.bases
        var (roots, absent) = try Self.answers(client, network)
        while roots.isEmpty, client.waits(after: absent.map(\.error)) {
            (roots, absent) = try Self.answers(client, network)
        }
        guard let newest = roots.max(by: { $0.root.latestLedger < $1.root.latestLedger }) else {
            throw Failure(absent[0].error)
        }
        protocolVersion = newest.root.protocolVersion
        ledgerTime = roots.compactMap(\.root.latestClosedAt).max().map { Int64(clamping: $0.seconds) }
        let isLate: ((base: HTTPURL, root: HorizonRoot)) -> Bool = {
            newest.root.latestLedger - $0.root.latestLedger > Self.mostBehind
        }
        bases = (roots.filter { !isLate($0) } + roots.filter(isLate)).map(\.base) + absent.map(\.base)
        for late in roots.filter(isLate) {
            remarks.append(
                "\(late.base.authority) is at ledger \(late.root.latestLedger), but \(newest.base.authority) is at "
                    + "\(newest.root.latestLedger): the former is used last")
        }
        for other in roots where other.root.protocolVersion != newest.root.protocolVersion {
            remarks.append(
                "\(other.base.authority) says that the network is at protocol \(other.root.protocolVersion), "
                    + "\(newest.base.authority) that it is at \(newest.root.protocolVersion)")
        }
        for (base, error) in absent { remarks.append("\(base.authority) does not answer: \(error.message)") }
    }

    /// Each server's root document, or its error.
    private static func answers(
        _ client: HorizonClient, _ network: Network
    ) throws(Failure) -> (roots: [(base: HTTPURL, root: HorizonRoot)], absent: [(base: HTTPURL, error: HorizonError)]) {
        let hasty = client.waiting(.none)
        var roots: [(base: HTTPURL, root: HorizonRoot)] = []
        var absent: [(base: HTTPURL, error: HorizonError)] = []
        for base in client.bases {
            do throws(HorizonError) { roots.append((base, try hasty.only(base).root(of: network))) } catch {
                if case .otherNetwork(let found, let expected) = error, client.bases.count > 1 {
                    throw Failure(
                        .badInput,
                        "\(base.authority) belongs to the network \"\(TerminalText.escape(found))\", not to "
                            + "\"\(TerminalText.escape(expected))\"",
                        hint: "all servers must be of the same network: remove this one")
                }
                guard error.isAbsence else { throw Failure(error) }
                absent.append((base, error))
            }
        }
        return (roots, absent)
    }
}

/// The check of the Stellar RPC servers at the start: all must belong to the network, and those available are compared.
struct RPCProbe {
    /// The servers that respond: the current ones in the order given, then those that lag behind. The others are not
    /// used, because nothing is submitted to a server whose network is not known.
    private(set) var bases: [HTTPURL]
    /// The close time of the newest ledger of any server.
    private(set) var ledgerTime: Int64?
    /// The latest ledger of the preferred server.
    private(set) var latest: RPCLatestLedger?
    /// The first ledger of which any server knows transactions.
    private(set) var oldestLedger: UInt32?
    /// Messages for the user.
    private(set) var remarks: [String] = []

    /// A ledger closes about every 5 seconds; a server this far behind another has stalled, or its network has.
    private static let mostBehind: UInt32 = 12

    /// A server that responds, with its latest ledger.
    private typealias Found = (base: HTTPURL, health: RPCHealth, latest: RPCLatestLedger)

    init(_ client: RPCClient) throws(Failure) {
        let found: [Found]
        let absent: [(base: HTTPURL, error: RPCError)]
        // With a single server, or when none responds, the client waits as long as it may.
        if client.bases.count == 1 {
            do { (found, absent) = ([try Self.state(of: client.bases[0], client)], []) } catch { throw Failure(error) }
        } else {
            (found, absent) = try Self.answers(client)
        }
        guard let newest = found.max(by: { $0.latest.sequence < $1.latest.sequence }) else {
            throw Failure(absent[0].error)
        }
        let isLate: (Found) -> Bool = { newest.latest.sequence - $0.latest.sequence > Self.mostBehind }
        let inOrder = found.filter { !isLate($0) } + found.filter(isLate)
        bases = inOrder.map(\.base)
        latest = inOrder.first?.latest
        oldestLedger = found.map(\.health.oldestLedger).min()
        ledgerTime = found.compactMap { $0.latest.closedAt ?? $0.health.latestCloseTime }.max().map {
            Int64(clamping: $0.seconds)
        }
        for late in found.filter(isLate) {
            remarks.append(
                "\(late.base.authority) is at ledger \(late.latest.sequence), but \(newest.base.authority) is at "
                    + "\(newest.latest.sequence): the former is used last")
        }
        for (base, error) in absent { remarks.append("\(base.authority) is not used: \(error.message)") }
    }

    /// A server is judged by its latest ledger, whose header is read, and not by its own word that it is healthy.
    private static func state(of base: HTTPURL, _ client: RPCClient) throws(RPCError) -> Found {
        (base, try client.health(), try client.latestLedger())
    }

    /// Each server's state, or its error. One that cannot be used does not keep the others from being used; one of
    /// another network does.
    private static func answers(
        _ client: RPCClient
    ) throws(Failure) -> (found: [Found], absent: [(base: HTTPURL, error: RPCError)]) {
        var found: [Found] = []
        var absent: [(base: HTTPURL, error: RPCError)] = []
        repeat {
            (found, absent) = ([], [])
            for base in client.bases {
                do throws(RPCError) { found.append(try state(of: base, client.waiting(.none).only(base))) } catch {
                    if case .otherNetwork = error { throw Failure(error) }
                    absent.append((base, error))
                }
            }
        } while found.isEmpty && client.waits(after: absent.map(\.error))
        return (found, absent)
    }
}
