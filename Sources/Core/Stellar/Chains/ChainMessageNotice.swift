// SPDX-License-Identifier: Apache-2.0

import Codec

/// What a person should know before a message of another chain is signed. None of it is a reason to refuse.
package enum ChainMessageNotice: Hashable, Sendable {
    /// A sign-in text for another site than the one that asks.
    case otherDomain(domain: String, origin: String)
    /// The domain of a sign-in text has letters outside ASCII, written out or as `xn--`.
    case internationalDomain(String)
    /// An address of the same chain that is not the signer's.
    case otherAddress(String)
    /// The message has the structure of an Ethereum transaction.
    case ethereumTransaction

    /// One lower-case line.
    package var message: String {
        switch self {
        case .otherDomain(let domain, let origin):
            "the sign-in text is for \(Self.shown(domain)), but \(Self.shown(origin)) asks for the signature"
        case .internationalDomain(let domain):
            "the domain \(Self.shown(domain)) has letters outside ASCII and may imitate another"
        case .otherAddress(let address): "the message names an address that is not the key's: \(Self.shown(address))"
        case .ethereumTransaction: "the message looks like an Ethereum transaction"
        }
    }

    private static func shown(_ text: String) -> String { TerminalText.escape(text.utf8.prefix(120)) }
}
