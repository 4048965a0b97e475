// SPDX-License-Identifier: Apache-2.0
import StellarXDR

/// All transfers, in the order in which they were begun; so many and no more.
struct TransferBook: Sendable {
    private var transfers: [String: Transfer] = [:]
    private var order: [String] = []
    private var byMemo: [Memo: String] = [:]

    subscript(_ id: String) -> Transfer? {
        get { transfers[id] }
        set { if transfers[id] != nil, let newValue { transfers[id] = newValue } }
    }

    /// Oldest first.
    var all: [Transfer] { order.compactMap { transfers[$0] } }

    /// Those that go on, or wait.
    var open: [Transfer] { all.filter { !$0.status.isEnd } }

    func withdrawal(_ memo: Memo) -> Transfer? { byMemo[memo].flatMap { transfers[$0] } }

    /// Makes room by forgetting the one that ended and was begun first.
    ///
    /// - Throws: `.full` when none has ended.
    mutating func add(_ transfer: Transfer, most: Int) throws(AnchorRefusal) {
        if order.count >= most {
            guard let place = order.firstIndex(where: { transfers[$0]?.status.isEnd == true }) else { throw .full }
            let old = transfers.removeValue(forKey: order.remove(at: place))
            if let old { byMemo[old.memo] = nil }
        }
        transfers[transfer.id] = transfer
        order.append(transfer.id)
        if !transfer.isDeposit { byMemo[transfer.memo] = transfer.id }
    }
}
