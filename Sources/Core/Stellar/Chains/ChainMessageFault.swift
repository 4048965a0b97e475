// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Why no key signs a message of another chain.
package enum ChainMessageFault: Hashable, Fault {
    /// Bytes that a validator of Solana would accept.
    case solana(SolanaWire)
    /// The text of such bytes.
    case encodedSolana(SolanaWire)
    /// Solana's off-chain messages are another scheme, which hardware wallets show.
    case offChainPrefix
    /// The raw bytes of the signer's own public key, as every transaction of Solana contains them.
    case ownPublicKey
    /// 32 bytes, as a hash: a Stellar transaction is signed by its hash, without a prefix.
    case hashLength
    case tooLong(Int)
    case notUTF8
    case blank
    case control(Unicode.Scalar)
    case replacementCharacter
    /// It begins with a tab or a line end, which could be the number of signers of a Solana message.
    case leadingControl
    case hidden(Unicode.Scalar)
    case malformedSignIn
    case signInForOtherChain(String)
    case signInForOtherAddress(String)

    package var kind: FaultKind { .refused }

    package var message: String {
        switch self {
        case .solana(.message): "the message is a Solana transaction without its signatures"
        case .solana(.transaction): "the message is a Solana transaction"
        case .encodedSolana: "the message is a Solana transaction in base58, base64 or hexadecimal"
        case .offChainPrefix: "the message begins with the prefix of Solana's off-chain messages"
        case .ownPublicKey: "the message contains the bytes of the key's own public key, as a Solana transaction does"
        case .hashLength: "the message has 32 bytes, like the hash of a transaction"
        case .tooLong(let count): "the message has \(count) bytes; the limit is \(ChainMessage.limit)"
        case .notUTF8: "the message is not valid UTF-8"
        case .blank: "the message is empty or blank"
        case .control(let scalar): "the message contains the control character \(HiddenCharacter.name(of: scalar))"
        case .replacementCharacter: "the message contains U+FFFD, which replaces damaged text"
        case .leadingControl: "the message begins with a tab or a line end"
        case .hidden(let scalar):
            "the message contains the invisible or reordering character \(HiddenCharacter.name(of: scalar))"
        case .malformedSignIn: "the message looks like a sign-in text, but does not have the form of one"
        case .signInForOtherChain(let found): "the sign-in text is for another chain: \(Self.shown(found))"
        case .signInForOtherAddress(let found): "the sign-in text is for another address: \(Self.shown(found))"
        }
    }

    package var hint: Wording? {
        switch self {
        case .solana, .encodedSolana, .ownPublicKey, .offChainPrefix, .hashLength:
            "the signature could be used for more than the asking site says; do not trust the site"
        case .signInForOtherAddress, .signInForOtherChain:
            "the signature would not sign you in; start again with this key's address and network"
        case .tooLong, .notUTF8, .blank, .control, .replacementCharacter, .leadingControl, .hidden, .malformedSignIn:
            nil
        }
    }

    private static func shown(_ text: String) -> String { TerminalText.escape(text.utf8.prefix(80)) }
}
