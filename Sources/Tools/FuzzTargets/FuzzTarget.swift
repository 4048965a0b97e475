// SPDX-License-Identifier: Apache-2.0

/// The doors through which foreign bytes come in, each with what it promises for whatever comes.
///
/// No input ends the program or takes it long, and what is accepted keeps the promise of its door.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The first two bytes pick a wire type: what decodes encodes to the same bytes.
    case xdr
    /// The same: what decodes is written as SEP-51 JSON, an envelope as txrep and as a link too, and read as the same value.
    case forms
    /// An envelope: what decodes is reviewed, and shown in printable ASCII of 80 columns.
    case review
    /// A transaction as a user gives it, in any dialect: what is recognised is written and recognised as the same.
    case document
    /// CBOR, alone and as the message of a UR: what is read is written and read as the same value.
    case resource
    /// JSON: what is read is written in ASCII, and read as the same value.
    case json
    /// The first two bytes pick a wire type, SEP-51 JSON follows: what is read gives the same bytes when written and read again.
    case sep51
    /// Txrep: what is read gives the same envelope when written and read again.
    case txrep
    /// A link: what a link that is read asks for, another link of ours asks for as well.
    case sep7
    /// The first byte picks a kind of text (base64, an address, an amount, …): what is read is written as it was.
    case text
    /// A picture: what decodes is a full rectangle, and what its codes say comes out in printable ASCII.
    case picture
    /// Lines, each as if a code had said it: what comes out, and what a person is told, is printable ASCII.
    case codes
    /// A book as JSON: what is read is written and read as the same, shown in printable ASCII, and a payment is reviewed with it.
    case book
    /// A policy as JSON: likewise.
    case policy
    /// The signer's journal: what is read is read twice as the same, and its entries are its lines.
    case journal
    /// A stellar.toml: what is refused is refused with its line, in printable ASCII.
    case toml

    /// Gives the door one input.
    ///
    /// - Returns: whether it was accepted.
    package func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        switch self {
        case .xdr: try WireTypes.accepts(input)
        case .forms: try Forms.accepts(input)
        case .review: try Reviews.accepts(input)
        case .document: try Documents.accepts(input)
        case .resource: try Resources.accepts(input)
        case .json: try JSONTexts.accepts(input)
        case .sep51: try Forms.acceptsJSON(input)
        case .txrep: try Forms.acceptsTxrep(input)
        case .sep7: try Links.accepts(input)
        case .text: try Texts.accepts(input)
        case .picture: try Pictures.accepts(input)
        case .codes: try Pictures.acceptsCodes(input)
        case .book: try SealedLists.acceptsBook(input)
        case .policy: try SealedLists.acceptsPolicy(input)
        case .journal: try Journals.accepts(input)
        case .toml: try TOMLTexts.accepts(input)
        }
    }
}
