// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// Why an input cannot be signed, shown or submitted. Carries no part of the input that could be a secret.
package enum HandoffError: Error, Hashable {
    case empty
    /// The input begins with a byte order mark, or is UTF-16.
    case byteOrderMark
    case tooLarge(limit: Int)
    /// A file that is no text.
    case foreign(ForeignFile)
    /// Neither base64 nor any of the other forms.
    case notRecognised
    /// A hash without the content that was hashed: signing one is signing anything (rule R-HASH).
    case bareHash
    /// A secret key where a transaction is expected.
    case secretKey
    /// More than one document where one is expected.
    case several
    /// A line of a batch in codes, counted from 1.
    indirect case line(number: Int, HandoffError)
    /// A line for codes with other characters than printable ASCII.
    case notASCII
    /// A line of a batch in codes that has a shorter form.
    case notShortest
    case base64(Base64Error)
    case envelope(XDRError)
    case json(JSONError)
    case sep51(FormatError)
    case txrep(FormatError)
    case sep7(SEP7Error)
    /// A SEP-7 link that asks for a payment, which must be built first.
    case paymentLink
    case cbor(CBORError)
    case ur(URError)
    case lumenSigner(LumenSignerError)
    /// A Keystone request for something that is neither a transaction nor a hash.
    case unsupportedSignType(UInt64?)
    /// A command's document states a hash other than that of the transaction in it.
    case otherHash
    /// A command's document about a transaction that it wrote to this file.
    case elsewhere(String)
    /// A JSON document of another format.
    case unknownFormat(String)
    /// A UR of another type.
    case unknownType(String)
    /// A Coldstar document of a version other than 1.
    case unsupportedVersion(String)
    /// A field of a request or response; nested names are joined by dots.
    case field(String, FieldError)

    /// The description for the end of an error line; text from the input is escaped.
    package var message: String {
        switch self {
        case .empty: "the input is empty"
        case .byteOrderMark: ByteOrderMark.message
        case .tooLarge(let limit): "the input is larger than \(limit) bytes"
        case .foreign(let file): "this is \(file.words), not a transaction"
        case .notRecognised: "not a transaction in a known format, a request or a response"
        case .bareHash: "a bare hash is never signed: give the transaction with this hash (R-HASH)"
        case .secretKey: "this is a secret key, not a transaction; it is not repeated here"
        case .several: "more than one document"
        case .line(let number, let error): "line \(number): \(error.message)"
        case .notASCII: "characters other than printable ASCII, which the codes of a batch do not carry"
        case .notShortest: "not in the form that the codes of a batch have"
        case .base64(let error): "not a transaction: \(error.message)"
        case .envelope(let error): "not a transaction envelope: \(error.message)"
        case .json(let error): error.message
        case .sep51(let error): "not a transaction in SEP-51 JSON: \(error.message)"
        case .txrep(let error): "not txrep: \(error.message)"
        case .sep7(let error): error.message
        case .paymentLink:
            "the link describes a payment, not a transaction: only a transaction can be reviewed or signed"
        case .cbor(let error): error.message
        case .ur(let error): error.message
        case .lumenSigner(let error): error.message
        case .unsupportedSignType(let type):
            "a Keystone request of the sign type \(type.map(String.init) ?? "?"), which no device signs: only transactions"
        case .otherHash: "the hash in this document is not that of the transaction in it"
        case .elsewhere(let file):
            "this is what a command said about a transaction, which is in the file \(TerminalText.escape(file))"
        case .unknownFormat(let name): "a document of the unknown format \"\(TerminalText.escape(name))\""
        case .unknownType(let name): "a UR of the unknown type \"\(TerminalText.escape(name))\""
        case .unsupportedVersion(let version):
            "a document of version \(TerminalText.escape(version)), which this version cannot read"
        case .field(let name, let fault): "the field \"\(TerminalText.escape(name))\" \(fault.message)"
        }
    }

    /// The error with its field placed inside `parent`: "signature" in "signatures[1]" becomes
    /// "signatures[1].signature".
    func inside(_ parent: String) -> HandoffError {
        guard case .field(let name, let fault) = self else { return self }
        return .field(parent + "." + name, fault)
    }

    /// Converts a JSON error; one about a field becomes `.field`.
    init(_ error: JSONError) {
        switch error {
        case .missing(let field): self = .field(field, .missing)
        case .wrongType(let field, let expected): self = .field(field, .wrongType(expected: expected))
        case .outOfRange(let field): self = .field(field, .outOfRange)
        case .syntax, .duplicateKey, .notUTF8, .tooDeep, .unknownValue: self = .json(error)
        }
    }
}

extension HandoffError: Fault {
    package var kind: FaultKind { if case .bareHash = self { .refused } else { .badInput } }
}
