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
    /// The fields to be filled in before signing, as written in the link. If set, `envelope` is not what will be
    /// signed.
    package let replace: String?

    init(_ query: SEP7Query, _ terms: SEP7Terms) throws(SEP7Error) {
        self.terms = terms
        guard let bytes = try query.bytes("xdr") else { throw .missing("xdr") }
        do throws(XDRError) { envelope = try TransactionEnvelope(canonical: bytes) } catch { throw .transaction(error) }
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

/// The grammar of a link's `replace`: `field:name,field:name;name:hint,name:hint`.
///
/// - Source: SEP-7 §Operation tx.
enum SEP7Replacement {
    /// Whether every field could be a transaction's, and names and hints are the same set.
    static func isWellFormed(_ text: String) -> Bool {
        let halves = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let fields = pairs(halves[0]), let hints = pairs(halves[1]) else { return false }
        let names = Set(hints.map(\.key))
        return names.count == hints.count && names == Set(fields.map(\.value)) && fields.allSatisfy { isField($0.key) }
            && Set(fields.map(\.key)).count == fields.count
    }

    private static func pairs(_ text: Substring) -> [(key: String, value: String)]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        }
        guard parts.allSatisfy({ $0.count == 2 && !$0[0].isEmpty && !$0[1].isEmpty }) else { return nil }
        return parts.map { (String($0[0]), String($0[1])) }
    }

    /// Whether the path begins with a field of a transaction; `_present` and `len` cannot be replaced.
    private static func isField(_ path: String) -> Bool {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, fields.contains(String(first.prefix { $0 != "[" })) else { return false }
        return parts.allSatisfy(isPart) && parts.last != "len"
    }

    /// Whether the part is a name, optionally with the index of an element.
    private static func isPart(_ part: Substring) -> Bool {
        let name = part.prefix { $0 != "[" }
        let index = part.dropFirst(name.count)
        guard let first = name.first, first.isASCII, first.isLetter,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return false }
        return index.isEmpty || index.hasSuffix("]") && UInt32(index.dropFirst().dropLast()) != nil
    }

    /// The fields of a transaction, and the former field of its time bounds.
    private static let fields: Set<String> = {
        guard case .structure(_, let fields) = Transaction.layout else { return [] }
        return Set(fields.map { "\($0.name)" } + ["timeBounds"])
    }()
}
