// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Stellar

/// Why an opened key did not sign.
package enum KeyUseError: Error, Hashable {
    /// The key is bound to another chain than what should be signed.
    case otherChain(KeyName, Chain, asked: Chain)
    /// The message is for another address of the chain; the key has this one.
    case otherAddress(KeyName, String)
    /// The bytes must not be signed as a message.
    case dangerous(String)
    /// A length that is not signed, or a signature that does not verify.
    case sodium(SodiumError)

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .otherChain(let name, let chain, let asked):
            "\(name.text) is a key of \(chain.title): it signs nothing of \(asked.title)"
        case .otherAddress(let name, let address):
            "the message is for another address than that of \(name.text), \(address)"
        case .dangerous(let reason): "the message is never signed: \(reason)"
        case .sodium(let error): error.message
        }
    }
}

extension KeyUseError: Fault {
    package var kind: FaultKind { .refused }

    package var hint: Wording? {
        switch self {
        case .otherChain: "this shows which key is of which chain: \(step: .sign(.listKeys))"
        case .otherAddress, .dangerous, .sodium: nil
        }
    }
}
