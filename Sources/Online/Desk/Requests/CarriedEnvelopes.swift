// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import Synchronization

/// Transactions that came across the gap and are not in the journal: built elsewhere, or in another home. They are kept until the desk ends, and
/// enter the journal when they are submitted.
final class CarriedEnvelopes: Sendable {
    private static let most = 64

    private struct State {
        var requests: [TransactionHash: SigningRequest] = [:]
        var order: [TransactionHash] = []
    }

    private let state = Mutex(State())

    /// - Parameter request: with the signatures that came along.
    func keep(_ request: SigningRequest, hash: TransactionHash) {
        state.withLock { state in
            if state.requests.updateValue(request, forKey: hash) == nil { state.order.append(hash) }
            guard state.order.count > Self.most else { return }
            state.requests[state.order.removeFirst()] = nil
        }
    }

    func request(_ hash: TransactionHash) -> SigningRequest? { state.withLock { $0.requests[hash] } }
}

/// What was found out while requests were built, for their pages.
final class NoticeBoard: Sendable {
    private static let most = 500

    private let notices = Mutex<[TransactionHash: [Notice]]>([:])

    func keep(_ found: [Notice], of hash: TransactionHash) {
        notices.withLock { notices in
            if notices.count >= Self.most { notices = [:] }
            notices[hash] = found
        }
    }

    /// Adds a notice, unless it is there.
    func add(_ notice: Notice, of hash: TransactionHash) {
        notices.withLock { notices in
            if notices[hash]?.contains(notice) != true { notices[hash, default: []].append(notice) }
        }
    }

    func notices(of hash: TransactionHash) -> [Notice] { notices.withLock { $0[hash] ?? [] } }
}
