// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// All transfers in the order in which they were begun, up to a maximum number.
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

    /// The transfers that have not ended.
    var open: [Transfer] { all.filter { !$0.status.isEnd } }

    func withdrawal(_ memo: Memo) -> Transfer? { byMemo[memo].flatMap { transfers[$0] } }

    /// Adds a transfer; if the book is full, drops the oldest that has ended.
    ///
    /// - Throws: `.full` if none has ended.
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
