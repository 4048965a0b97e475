// SPDX-License-Identifier: Apache-2.0

package import Horizon
package import Stellar
import TextCodec

/// A payment of a list that this version cannot read: what is left to show of it.
extension Unread {
    /// When its ledger closed; nil if that cannot be read.
    package var time: Timestamp? { json["created_at"]?.asString.flatMap { Timestamp($0) } }

    /// The document.
    ///
    /// - Parameter isWhole: whether to include the paging token.
    func document(isWhole: Bool) -> JSON {
        let token = json["paging_token"]?.asString
        return .object(
            JSONObject(
                [
                    ("unread", .string(reason)), ("date", time.map { .string($0.rfc3339) } ?? .null),
                    (
                        "hash",
                        json["transaction_hash"]?.asString.flatMap(TransactionHash.init(hex:)).map { .string($0.hex) }
                            ?? .null
                    ),
                ] + (isWhole ? [("cursor", token.map { .string($0) } ?? .null)] : [])))
    }
}

extension Readable<PaymentRecord> {
    /// The paging token after which the list continues; nil if that cannot be read.
    package var pagingToken: String? {
        switch self {
        case .read(let record): record.pagingToken
        case .unread(let unread): unread.json["paging_token"]?.asString
        }
    }
}
