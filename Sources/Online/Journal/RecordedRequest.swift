// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A request as the builder emitted it.
package struct RecordedRequest: Hashable, Sendable {
    /// The kind of data to sign; the raw values are those of the request's `kind`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transaction, challenge, message, authorization
    }

    package var hash: TransactionHash
    package var id: String
    package var kind: Kind
    package var network: Network
    /// The complete request document as JSON text.
    package var document: String
    /// The source account and sequence number, if it has them.
    package var source: AccountID?
    package var sequence: Int64?
    package var note: String?
    package var created: Int64

    package init(
        hash: TransactionHash, id: String, kind: Kind, network: Network, document: String, source: AccountID? = nil,
        sequence: Int64? = nil, note: String? = nil, created: Int64
    ) {
        self.hash = hash
        self.id = id
        self.kind = kind
        self.network = network
        self.document = document
        self.source = source
        self.sequence = sequence
        self.note = note
        self.created = created
    }
}
