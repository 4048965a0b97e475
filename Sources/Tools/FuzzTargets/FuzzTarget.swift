// SPDX-License-Identifier: Apache-2.0

/// The entry points for untrusted bytes, each with the property that it guarantees for any input.
///
/// No input crashes the program or takes long, and every accepted input has the property of its entry point.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The first two bytes pick a wire type: what decodes encodes to the same bytes.
    case xdr
    /// As `xdr`, through text: what decodes survives SEP-51 JSON, and an envelope survives txrep and a link too.
    case forms
    /// An envelope: what decodes is reviewed, and shown in printable ASCII of 80 columns.
    case review
    /// A transaction as a user gives it, in any dialect: what is recognised is written, and recognised as the same
    /// content.
    case document
    /// CBOR, alone and as the message of a UR: what is read is written and read as the same value.
    case resource
    /// JSON: what is read is written in ASCII, and read as the same value.
    case json
    /// The first two bytes pick a wire type, SEP-51 JSON follows: what is read gives the same bytes when written and
    /// read again.
    case sep51
    /// Txrep: what is read gives the same envelope when written and read again.
    case txrep
    /// A link: what is read from a link is also read from the link written for it.
    case sep7
    /// The first byte picks a kind of text (base64, an address, an amount, …): what is read is written as it was.
    case text
    /// A picture: what decodes is a full rectangle, and its codes yield printable ASCII.
    case picture
    /// Lines, each as the text of a scanned code: handoffs and notes are printable ASCII.
    case codes
    /// A book as JSON: what is read is written and read as the same, shown in printable ASCII, and used to review a
    /// payment.
    case book
    /// A policy as JSON: what is read is written and read as the same, and used to review a payment.
    case policy
    /// The signer's journal: both ways of reading it agree, and its entries are its lines.
    case journal
    /// A stellar.toml: a rejection names its line, in printable ASCII.
    case toml
    /// The first byte picks a network of another chain, a message follows: what is signed is a text, a sign-in text is
    /// nothing but its parts, and bytes of Solana are recognised in every encoding.
    case chain
    /// The first byte picks a method of Stellar RPC, the server's response follows: what is read is about what was
    /// asked, and a rejection is printable ASCII.
    case rpc
    /// A contract's interface as a module or section; or after it words, or a call in XDR. Names are found and shown in
    /// printable ASCII, and a call from words fits the spec.
    case spec
    /// A request for an authorization entry, in JSON: what is read is written and read as the same, its payload depends
    /// on its expiration, and it is reviewed and shown in printable ASCII of 80 columns.
    case authorization
    /// Shares of a key, one a line: what is read is written as the same words, and taken into a set once; complete sets
    /// are combined or rejected.
    case shares

    /// Feeds one input to the entry point.
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
        case .chain: try ChainMessages.accepts(input)
        case .rpc: try RPCResponses.accepts(input)
        case .spec: try Specs.accepts(input)
        case .authorization: try Authorizations.accepts(input)
        case .shares: try Shares.accepts(input)
        }
    }
}
