// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// `web+stellar:tx`: a transaction to sign.
///
/// - Source: SEP-7 §Operation tx.
package struct SEP7Transaction: Hashable, Sendable {
    package let envelope: TransactionEnvelope
    package let terms: SEP7Terms
    /// The account that is asked to sign.
    package let publicKey: AccountID?
    /// The fields to be filled in before signing, as written in the link. If set, `envelope` is not what will be signed.
    package let replace: String?

    init(_ query: SEP7Query, _ terms: SEP7Terms) throws(SEP7Error) {
        self.terms = terms
        guard let bytes = try query.bytes("xdr") else { throw .missing("xdr") }
        do throws(XDRError) { envelope = try TransactionEnvelope(xdr: bytes) } catch { throw .transaction(error) }
        let key = try query.word("pubkey")
        do throws(StrKeyError) {
            publicKey = try key.map { text throws(StrKeyError) in try AccountID(address: text) }
        } catch {
            throw .publicKey(error)
        }
        replace = try query.text("replace")
        if let replace, !SEP7Replacement.isWellFormed(replace) { throw .replacement }
    }

    /// A link that asks for a signature on an envelope; it is not signed itself and has no callback.
    ///
    /// - Parameter message: shown to the signer; omitted if it is longer than SEP-7 allows.
    package static func text(
        of envelope: TransactionEnvelope, on network: Network, publicKey: AccountID? = nil, message: String? = nil
    ) -> String {
        var parameters = [("xdr", Base64.encode(envelope.xdr))]
        if let publicKey { parameters.append(("pubkey", publicKey.address)) }
        if let message, !message.isEmpty, message.unicodeScalars.count <= SEP7Terms.messageLimit {
            parameters.append(("msg", message))
        }
        if network != .public { parameters.append(("network_passphrase", network.passphrase)) }
        let query = parameters.map { "\($0.0)=\(PercentText.encode($0.1))" }.joined(separator: "&")
        return "\(SEP7Link.scheme)tx?\(query)"
    }
}
