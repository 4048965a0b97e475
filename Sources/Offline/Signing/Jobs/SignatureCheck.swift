// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Handoff
import Review
import Stellar
package import StellarXDR

/// Whether an account has signed something.
package enum SignatureCheck {
    /// Whether an envelope bears an account's signature; for a response, which does not contain what it is of, whether
    /// it has the account's signature of the hash that it names.
    ///
    /// - Throws: `.badInput` for input without signatures.
    package static func isSigned(
        _ input: TransactionInput, by account: AccountID, _ networks: NetworkSelection
    ) throws(Failure) -> Bool {
        if let response = input.response {
            return response.signatures.contains {
                Ed25519.verify($0.signature, message: response.hash.bytes, publicKey: account.key.bytes)
            }
        }
        guard let (envelope, network) = try ParsedRequest(input, networks).transaction else {
            throw Failure(
                .badInput, "a message request has no signature; give \(field: .message) and \(field: .signature)")
        }
        return envelope.signers(among: [account.key], on: network).contains(account.key)
    }

    /// Whether a SEP-53 message was signed by an account.
    ///
    /// - Parameter signature: base64 or hexadecimal.
    /// - Throws: `.badInput` for a text that is not 64 bytes.
    package static func isSigned(
        message: String, _ signature: String, by account: AccountID
    ) throws(Failure) -> Bool {
        let bytes: [UInt8]
        do { bytes = try SignatureText.decode(signature) } catch {
            throw Failure(.badInput, .signature, "\(error.message)")
        }
        return StellarMessage.verify(bytes, message: Array(message.utf8), by: account)
    }
}
