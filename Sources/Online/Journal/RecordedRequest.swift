// SPDX-License-Identifier: Apache-2.0

/// A request as the builder emitted it.
package struct RecordedRequest: Hashable, Sendable {
    /// The kind of data to sign; the raw values are those of the request's `kind`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transaction, challenge, message
    }

    package var hash: String
    package var id: String
    package var kind: Kind
    package var networkPassphrase: String
    /// The complete request document as JSON text.
    package var document: String
    /// The source account and sequence number, if it has them.
    package var source: String?
    package var sequence: Int64?
    package var note: String?
    package var created: Int64

    package init(
        hash: String, id: String, kind: Kind, networkPassphrase: String, document: String, source: String? = nil,
        sequence: Int64? = nil, note: String? = nil, created: Int64
    ) {
        self.hash = hash
        self.id = id
        self.kind = kind
        self.networkPassphrase = networkPassphrase
        self.document = document
        self.source = source
        self.sequence = sequence
        self.note = note
        self.created = created
    }
}
