// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// What a transaction that calls a contract may not have beside the call.
///
/// - Source: CAP-67; the network applies no such transaction since protocol 25 (`txSOROBAN_INVALID`), and a server does not simulate it.
enum ContractCallForm {
    /// - Throws: `.badInput` for a memo or a muxed source account beside a call.
    static func check(
        _ operations: some Sequence<Operation>, memo: Memo, source: MuxedAccount
    ) throws(Failure) {
        let calls = operations.filter { if case .invokeHostFunction = $0.body { true } else { false } }
        guard !calls.isEmpty else { return }
        try check(memo: memo, sources: [source] + calls.compactMap(\.sourceAccount))
    }

    /// Checks what stands beside a call, as far as it is known.
    static func check(memo: Memo, sources: [MuxedAccount]) throws(Failure) {
        guard memo == .none else {
            throw Failure(
                .badInput, "a transaction that calls a contract cannot have a memo: the network rejects it",
                hint: "to say whom a transfer is for, give the recipient as a muxed account (M...)")
        }
        for account in sources {
            guard case .muxedEd25519 = account else { continue }
            throw Failure(
                .badInput,
                "a transaction that calls a contract cannot have a muxed source account: the network rejects "
                    + "\(account.address)",
                hint: "use the account itself, \(account.account.address)")
        }
    }

    /// - Throws: as above.
    static func check(_ transaction: Transaction) throws(Failure) {
        try check(transaction.operations, memo: transaction.memo, source: transaction.sourceAccount)
    }
}
