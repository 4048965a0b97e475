// SPDX-License-Identifier: Apache-2.0

import Stellar

/// How often a busy service has refused each transaction.
actor FaultMemory {
    private static let most = 3
    private var refusals: [TransactionHash: Int] = [:]
    private var isTired = false

    /// Whether a slow service takes too long for the next request: the first, the third, the fifth.
    func tires() -> Bool {
        isTired.toggle()
        return isTired
    }

    /// Whether the service refuses the transaction once more.
    func refuses(_ hash: TransactionHash) -> Bool {
        let count = refusals[hash, default: 0]
        guard count < Self.most else { return false }
        refusals[hash] = count + 1
        return true
    }
}
