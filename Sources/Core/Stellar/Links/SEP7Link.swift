// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

/// A `web+stellar:` link: another program's request to sign or to pay.
///
/// Parsed strictly: each parameter at most once, valid escapes, nothing after the signature. Unknown parameters are
/// ignored, as SEP-7 requires; a signature covers them nevertheless.
///
/// - Source: SEP-7.
package indirect enum SEP7Link: Hashable, Sendable {
    case transaction(SEP7Transaction)
    case pay(SEP7Pay)

    /// What every link begins with.
    package static let scheme = "web+stellar:"

    package init(_ text: String) throws(SEP7Error) { try self.init(text, depth: 0) }

    /// - Parameter depth: the number of links that contain this one.
    init(_ text: String, depth: Int) throws(SEP7Error) {
        let query = try SEP7Query(text)
        let terms = try SEP7Terms(query, depth: depth)
        self =
            query.operation == "pay"
            ? .pay(try SEP7Pay(query, terms)) : .transaction(try SEP7Transaction(query, terms))
    }

    package var terms: SEP7Terms {
        switch self {
        case .transaction(let link): link.terms
        case .pay(let link): link.terms
        }
    }
}

/// A parsed link: the operation, and each parameter at most once.
struct SEP7Query {
    let operation: String
    /// The text that a signature covers: everything before `&signature=`, unchanged; nil without a signature.
    private(set) var signedText: String?
    private var values: [String: ArraySlice<UInt8>] = [:]

    init(_ text: String) throws(SEP7Error) {
        guard text.hasPrefix(SEP7Link.scheme) else { throw .scheme }
        guard !text.hasPrefix(SEP7Link.scheme + "//") else { throw .slashes }
        let bytes = Array(text.utf8)
        if let place = bytes.firstIndex(where: { $0 <= 0x20 || $0 >= 0x7f || $0 == UInt8(ascii: "#") }) {
            throw .badCharacter(offset: place)
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
        operation = String(decoding: bytes[SEP7Link.scheme.utf8.count..<mark], as: UTF8.self)
        guard operation == "tx" || operation == "pay" else { throw .operation }
        guard mark < bytes.count else { return }
        for part in bytes[(mark + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let name = try add(part)
            if signedText != nil { throw .signatureNotLast }
            if name == "signature" { signedText = String(decoding: bytes[..<(part.startIndex - 1)], as: UTF8.self) }
        }
    }

    private mutating func add(_ part: ArraySlice<UInt8>) throws(SEP7Error) -> String {
        // An escape in a name would be a second spelling of the same name.
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")), equals > part.startIndex,
            part[..<equals].allSatisfy(Self.isNameCharacter)
        else { throw .badParameter(offset: part.startIndex) }
        let name = String(decoding: part[..<equals], as: UTF8.self)
        guard values.updateValue(part[(equals + 1)...], forKey: name) == nil else { throw .duplicate(name) }
        return name
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// A parameter's unescaped text, in which a plus is a blank, as form encoders write it; nil if it is absent.
    func text(_ name: String) throws(SEP7Error) -> String? {
        try decode(values[name]?.map { $0 == Self.plus ? UInt8(ascii: " ") : $0 }, name)
    }

    /// A parameter that is a URI, and so has no blanks: a plus is a plus; nil if it is absent.
    func uri(_ name: String) throws(SEP7Error) -> String? { try decode(values[name], name) }

    /// A parameter that cannot have blanks, such as an address; nil if it is absent.
    ///
    /// - Throws: `.barePlus` for a plus that is not escaped: its writer meant a plus, and its readers see a blank.
    func word(_ name: String) throws(SEP7Error) -> String? {
        if values[name]?.contains(Self.plus) == true { throw .barePlus(name) }
        return try decode(values[name], name)
    }

    private static let plus = UInt8(ascii: "+")

    private func decode(_ raw: (some Sequence<UInt8>)?, _ name: String) throws(SEP7Error) -> String? {
        guard let raw else { return nil }
        guard let bytes = PercentText.decode(raw), let text = String(validating: bytes, as: UTF8.self) else {
            throw .badEscape(name)
        }
        return text
    }

    /// A parameter that cannot have blanks and must not be absent.
    func required(_ name: String) throws(SEP7Error) -> String {
        guard let text = try word(name) else { throw .missing(name) }
        return text
    }

    /// The bytes of a base64 parameter, whose plus signs must be escaped.
    func bytes(_ name: String) throws(SEP7Error) -> [UInt8]? {
        guard let text = try word(name) else { return nil }
        do throws(Base64Error) { return try Base64.decode(text) } catch { throw .base64(name, error) }
    }
}

/// The domain that a link claims to come from, and the signature that must prove it.
package struct SEP7Origin: Hashable, Sendable {
    /// As written in the link. Must not be shown as a fact unless `isSigned(by:)` returned true.
    package let domain: String
    private let signature: [UInt8]
    private let signedText: String

    init?(_ query: SEP7Query) throws(SEP7Error) {
        let domain = try query.word("origin_domain")
        let signature = try query.bytes("signature")
        guard let signedText = query.signedText, let signature else {
            if domain != nil { throw .originWithoutSignature }
            return nil
        }
        guard let domain else { throw .signatureWithoutOrigin }
        guard DomainName.isQualified(domain) else { throw .domain }
        guard signature.count == Ed25519.signatureLength else { throw .signatureLength }
        (self.domain, self.signature, self.signedText) = (domain, signature, signedText)
    }

    /// Whether the key signed the link. The key must be the domain's `URI_REQUEST_SIGNING_KEY`, known from elsewhere.
    ///
    /// The signature covers 35 zero bytes, a 4, `stellar.sep.7 - URI Scheme` and the link's text up to `&signature=`.
    ///
    /// - Source: SEP-7 §Request Signing.
    package func isSigned(by key: AccountID) -> Bool {
        let message = [UInt8](repeating: 0, count: 35) + [4] + Array(("stellar.sep.7 - URI Scheme" + signedText).utf8)
        return Ed25519.verify(signature, message: message, publicKey: key.key.bytes)
    }
}
