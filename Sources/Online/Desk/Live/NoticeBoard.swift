// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Faults
import Stellar
import Synchronization

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
