// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Faults
import Horizon
import RPC
import Stellar
import TextCodec

/// The check of the Stellar RPC servers at the start: all must belong to the network, and those available are compared.
struct RPCProbe {
    /// The servers that respond: the current ones in the order given, then those that lag behind. The others are not used, because nothing is
    /// submitted to a server whose network is not known.
    private(set) var bases: [HTTPURL]
    /// The close time of the newest ledger of any server.
    private(set) var ledgerTime: Int64?
    /// Messages for the user.
    private(set) var remarks: [String] = []

    /// A ledger closes about every 5 seconds; a server this far behind another has stalled, or its network has.
    private static let mostBehind: UInt32 = 12

    init(_ client: RPCClient) throws(Failure) {
        let found: [(base: HTTPURL, health: RPCHealth)]
        let absent: [(base: HTTPURL, error: RPCError)]
        // With a single server, or when none responds, the client waits as long as it may.
        if client.bases.count == 1 {
            (found, absent) = ([(client.bases[0], try Self.health(client))], [])
        } else {
            (found, absent) = try Self.answers(client)
        }
        guard let newest = found.max(by: { $0.health.latestLedger < $1.health.latestLedger }) else {
            throw Failure(absent[0].error)
        }
        let isLate: ((base: HTTPURL, health: RPCHealth)) -> Bool = {
            newest.health.latestLedger - $0.health.latestLedger > Self.mostBehind
        }
        bases = (found.filter { !isLate($0) } + found.filter(isLate)).map(\.base)
        ledgerTime = found.compactMap(\.health.latestCloseTime).max().map { Int64(clamping: $0.seconds) }
        for late in found.filter(isLate) {
            remarks.append(
                "\(late.base.authority) is at ledger \(late.health.latestLedger), but \(newest.base.authority) is at "
                    + "\(newest.health.latestLedger): the former is used last")
        }
        for (base, error) in absent { remarks.append("\(base.authority) is not used: \(error.message)") }
    }

    private static func health(_ client: RPCClient) throws(Failure) -> RPCHealth {
        do { return try client.health() } catch { throw Failure(error) }
    }

    /// Each server's state, or its error.
    private static func answers(
        _ client: RPCClient
    ) throws(Failure) -> (found: [(base: HTTPURL, health: RPCHealth)], absent: [(base: HTTPURL, error: RPCError)]) {
        var found: [(base: HTTPURL, health: RPCHealth)] = []
        var absent: [(base: HTTPURL, error: RPCError)] = []
        repeat {
            (found, absent) = ([], [])
            for base in client.bases {
                do throws(RPCError) { found.append((base, try client.waiting(.none).only(base).health())) } catch {
                    guard error.isAbsence else { throw Failure(error) }
                    absent.append((base, error))
                }
            }
        } while found.isEmpty && client.waits(after: absent.map(\.error))
        return (found, absent)
    }
}
