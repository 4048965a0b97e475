// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// An account resolved from user input.
package struct FoundAccount: Hashable, Sendable {
    /// The source that resolved the name.
    package enum Origin: Hashable, Sendable {
        case address, contact, federation
    }

    package let account: MuxedAccount
    /// The name as written.
    package let name: String
    package let origin: Origin
    /// The memo that payments to it require; `.none` if none is known.
    package let memo: Memo

    package init(_ account: MuxedAccount, _ name: String, _ origin: Origin, memo: Memo = .none) {
        self.account = account
        self.name = name
        self.origin = origin
        self.memo = memo
    }

    /// The memo of a transaction that pays this account.
    ///
    /// - Parameters:
    ///   - memo: the memo of the transaction, or the one that the user gave.
    ///   - isFixed: whether the transaction exists already, so that no memo can be added.
    package func memo(beside memo: Memo, isFixed: Bool = false, _ field: FieldID) throws(Failure) -> Memo {
        guard self.memo != .none, self.memo != memo else { return memo }
        guard memo == .none, !isFixed else {
            throw Failure(
                .badInput,
                field,
                "payments to \(label) need the memo \(self.memo.shown), "
                    + (memo == .none ? "and the transaction has none" : "not \(memo.shown)"),
                hint: "a transaction has one memo; make another transaction for this payment")
        }
        return self.memo
    }

    /// The name for display, escaped.
    var label: String { AccountNames.escaped(name) }
}

extension Memo {
    /// The kind and escaped value, in the form of `--memo` when nothing had to be escaped.
    package var argument: String { value.map { "\(kind):\($0)" } ?? kind }
}
