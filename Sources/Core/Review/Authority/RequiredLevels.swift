// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// An account that has to sign, and every threshold that its signatures must reach.
package struct RequiredLevels: Hashable, Sendable {
    package let account: AccountID
    /// From low to high; each is checked separately, and a lower one may need more weight.
    package private(set) var levels: [Operation.Threshold]

    /// The highest of them.
    package var highest: Operation.Threshold { levels.last ?? .low }

    init(_ account: AccountID, _ level: Operation.Threshold) {
        self.account = account
        levels = [level]
    }

    mutating func add(_ level: Operation.Threshold) {
        guard !levels.contains(level) else { return }
        levels.append(level)
        levels.sort()
    }

    /// `low and medium threshold`.
    package var phrase: Phrase {
        let words = levels.map(\.word)
        guard words.count > 2 else { return "\(Phrase(words, separator: " and ")) threshold" }
        return "\(Phrase(words.dropLast(), separator: ", ")) and \(highest.word) threshold"
    }
}

extension Transaction {
    /// Every account that has to sign: the transaction's source at its low threshold, whatever the operations need, and the
    /// source of each operation at that operation's threshold.
    ///
    /// - Source: stellar-core `TransactionFrame::checkAllTransactionSignatures` and `OperationFrame::checkSignature`.
    package var requiredLevels: [RequiredLevels] {
        var all = [RequiredLevels(sourceAccount.account, .low)]
        var places = [sourceAccount.account: 0]
        for operation in operations {
            let account = source(of: operation).account
            if let place = places[account] {
                all[place].add(operation.threshold)
            } else {
                places[account] = all.count
                all.append(RequiredLevels(account, operation.threshold))
            }
        }
        return all
    }
}
