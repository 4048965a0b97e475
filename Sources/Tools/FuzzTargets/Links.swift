// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// SEP-7 links.
enum Links {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let link = try? SEP7Link(String(decoding: input, as: UTF8.self)) else { return false }
        if case .transaction(let transaction) = link { try check(transaction) }
        return true
    }

    static func check(_ link: SEP7Transaction) throws(BrokenPromise) {
        // An empty message means the same as none, and is not written.
        let message = link.terms.message.flatMap { $0.isEmpty ? nil : $0 }
        try check(link.envelope, on: link.terms.network, publicKey: link.publicKey, message: message)
    }

    /// Checks that the link written for an envelope is a link, with the same content.
    static func check(
        _ envelope: TransactionEnvelope, on network: Network, publicKey: AccountID? = nil, message: String? = nil
    ) throws(BrokenPromise) {
        let text = SEP7Transaction.text(of: envelope, on: network, publicKey: publicKey, message: message)
        guard case .transaction(let again)? = try? SEP7Link(text) else {
            throw BrokenPromise("a link of our own is not read: \(text)")
        }
        try BrokenPromise.unless(
            again.envelope == envelope && again.terms.network == network && again.publicKey == publicKey
                && again.terms.message == message, "a link is not the same when it is written and read: \(text)")
    }
}
