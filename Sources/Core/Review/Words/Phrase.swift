// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A sentence for display, made of our own words and of untrusted values that cannot pose as words.
///
/// Only literals of the source code are taken verbatim. Anything else is a number, an address, or bytes, which are
/// escaped and quoted: an envelope can neither repaint a terminal nor continue our sentence.
package struct Phrase: Hashable, Sendable {
    package enum Span: Hashable, Sendable {
        /// Printable ASCII.
        case words(String)
        /// Encoded when shown.
        case address(StrKey)
        /// An input or an action, which each front end writes in its own way.
        case field(FieldID)
        indirect case step(NextStep)
        /// Of UTC; on a terminal with that of the machine's zone besides.
        case time(Timestamp)
    }

    package private(set) var spans: [Span]

    package init(spans: [Span]) { self.spans = spans }

    /// The phrase as one line of printable ASCII, with addresses in one piece.
    package func text(in style: any WordingStyle) -> String {
        var text = ""
        for span in spans {
            switch span {
            case .address(let address): text += address.text
            case .time(let time): text += time.utc
            case .words, .field, .step: text += span.words(in: style) ?? ""
            }
        }
        return text
    }

    /// The text without the forms of any front end: inputs by their names, actions in words.
    package var plain: String { text(in: PlainStyle()) }

    /// The phrase as a message in which inputs and actions stay values.
    package var wording: Wording {
        Wording(
            spans.map { span in
                switch span {
                case .words(let words): .text(words)
                case .address(let address): .text(address.text)
                case .field(let field): .field(field, value: nil)
                case .step(let step): .step(step)
                case .time(let time): .text(time.utc)
                }
            })
    }

    /// The phrase with inputs and actions in a front end's words.
    func written(in style: any WordingStyle) -> Phrase {
        Phrase(spans: spans.map { span in span.words(in: style).map { .words($0) } ?? span })
    }

    package mutating func append(_ other: Phrase) { spans += other.spans }

    package static func + (a: Phrase, b: Phrase) -> Phrase { Phrase(spans: a.spans + b.spans) }
}

extension Phrase.Span {
    /// The words of a front end; nil for an address and a time.
    func words(in style: any WordingStyle) -> String? {
        switch self {
        case .words(let words): words
        case .address, .time: nil
        case .field(let field): TerminalText.escape(style.text(of: field, value: nil))
        case .step(let step): TerminalText.escape(style.text(of: step))
        }
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    package init(stringLiteral value: StaticString) { spans = [.words("\(value)")] }

    package init(stringInterpolation: Interpolation) { spans = stringInterpolation.spans }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var spans: [Span] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            spans.reserveCapacity(interpolationCount * 2 + 1)
        }

        package mutating func appendLiteral(_ literal: StaticString) { words("\(literal)") }

        private mutating func words(_ text: String) {
            if !text.isEmpty { spans.append(.words(text)) }
        }

        package mutating func appendInterpolation(_ phrase: Phrase) { spans += phrase.spans }
        package mutating func appendInterpolation(_ number: some FixedWidthInteger) { words(String(number)) }
        package mutating func appendInterpolation(_ amount: Amount) { words(amount.text) }
        package mutating func appendInterpolation(_ time: Timestamp) { spans.append(.time(time)) }
        package mutating func appendInterpolation(_ address: StrKey) { spans.append(.address(address)) }
        package mutating func appendInterpolation(_ account: AccountID) {
            spans.append(.address(.publicKey(account.key)))
        }
        package mutating func appendInterpolation(_ account: MuxedAccount) { spans.append(.address(account.strKey)) }
        package mutating func appendInterpolation(_ address: SCAddress) { spans.append(.address(address.strKey)) }
        package mutating func appendInterpolation(_ address: RecipientAddress) {
            spans.append(.address(address.strKey))
        }
        package mutating func appendInterpolation(_ holder: TokenHolder) { spans.append(.address(holder.strKey)) }
        package mutating func appendInterpolation(_ asset: Asset) { appendInterpolation(Phrase(asset)) }
        package mutating func appendInterpolation(_ hash: TransactionHash) { words(hash.hex) }
        package mutating func appendInterpolation(hex bytes: [UInt8]) { words(Hex.encode(bytes)) }
        /// Bytes that may be text: see `Phrase.init(quoting:)`.
        package mutating func appendInterpolation(text bytes: [UInt8]) { appendInterpolation(Phrase(quoting: bytes)) }
        /// A name that someone else chose, quoted or not: see `ForeignName`.
        package mutating func appendInterpolation(_ name: ForeignName) { words(name.text) }
        /// A name that someone else chose, always quoted and cut at 60 bytes.
        package mutating func appendInterpolation(name bytes: [UInt8]) { words(ForeignName(bytes).quoted) }
        /// A name that someone else chose, always quoted and cut where it says.
        package mutating func appendInterpolation(quoted name: ForeignName) { words(name.quoted) }
        package mutating func appendInterpolation(field: FieldID) { spans.append(.field(field)) }
        package mutating func appendInterpolation(step: NextStep) { spans.append(.step(step)) }
        /// Text of our own; escaped nevertheless.
        package mutating func appendInterpolation(plain text: String) { words(TerminalText.escape(text)) }
    }
}

extension Phrase {
    /// Bytes in quotes, escaped, with what the eye would miss: how many there are if some are escaped, and blanks at
    /// an end. Of several blanks in a row all but the first are escaped, so that no text can lay out lines of its
    /// own.
    package init(quoting bytes: [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 2)
        var isEscaped = false
        var last: UInt8 = 0
        for byte in bytes {
            let couldLayOut = byte == UInt8(ascii: "\"") || (byte == 0x20 && last == 0x20)
            if couldLayOut || byte == UInt8(ascii: "\\") || !(0x20...0x7e).contains(byte) {
                isEscaped = true
                text.append(UInt8(ascii: "\\"))
                if byte == UInt8(ascii: "\\") {
                    text.append(byte)
                } else {
                    text += [UInt8(ascii: "x"), Self.digit(byte >> 4), Self.digit(byte & 15)]
                }
            } else {
                text.append(byte)
            }
            last = byte
        }
        var remarks: [String] = []
        if isEscaped { remarks.append("\(bytes.count) byte\(bytes.count == 1 ? "" : "s")") }
        if bytes.isEmpty { remarks.append("empty") }
        if bytes.first == 0x20 { remarks.append("begins with a blank") }
        if bytes.last == 0x20 { remarks.append("ends with a blank") }
        let quoted = String(decoding: text, as: UTF8.self)
        self.init(spans: [.words("\"\(quoted)\"" + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"))])
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 87 }

    /// Bytes as quoted text if all are printable ASCII, otherwise as hex with their number.
    package init(textOrHex bytes: [UInt8]) {
        if bytes.allSatisfy({ (0x20...0x7e).contains($0) }) {
            self.init(quoting: bytes)
        } else {
            self.init(spans: [.words("\(bytes.count) byte\(bytes.count == 1 ? "" : "s"), hex \(Hex.encode(bytes))")])
        }
    }

    /// A code, unquoted if it is letters and digits, otherwise quoted.
    init(code: [UInt8], isValid: Bool) {
        if isValid {
            self.init(spans: [.words(String(decoding: code, as: UTF8.self))])
        } else {
            self.init(quoting: code)
        }
    }

    /// `XLM`, or code and issuer in full.
    package init(_ asset: Asset) {
        guard let issuer = asset.issuer, let code = asset.codeBytes else {
            self = "XLM"
            return
        }
        self = "\(Phrase(code: code, isValid: asset.hasValidCode))\(Phrase(kindOf: asset)) (\(issuer))"
    }

    /// ` as AlphaNum12` for a code that looks like one of the other kind; empty for all others.
    init(kindOf asset: Asset) { self = asset.isShortCodeOfLongKind ? " as AlphaNum12" : "" }

    /// The phrases, joined with `separator`.
    package init(_ parts: [Phrase], separator: Phrase) {
        var spans: [Span] = []
        for (index, part) in parts.enumerated() {
            if index > 0 { spans += separator.spans }
            spans += part.spans
        }
        self.init(spans: spans)
    }
}

extension MuxedAccount {
    var strKey: StrKey {
        switch self {
        case .ed25519(let key): .publicKey(key)
        case .muxedEd25519(let muxed): .muxed(muxed.ed25519, id: muxed.id)
        }
    }
}

extension SCAddress {
    var strKey: StrKey {
        switch self {
        case .account(let account): .publicKey(account.key)
        case .contract(let contract): .contract(contract)
        case .muxedAccount(let muxed): .muxed(muxed.ed25519, id: muxed.id)
        case .claimableBalance(.v0(let hash)): .claimableBalance(hash)
        case .liquidityPool(let pool): .liquidityPool(pool)
        case .muxedContract(let muxed): .muxedContract(muxed.contractId, id: muxed.id)
        }
    }
}

extension SignerKey {
    var strKey: StrKey {
        switch self {
        case .ed25519(let key): .publicKey(key)
        case .preAuthTx(let hash): .preAuthTx(hash)
        case .hashX(let hash): .hashX(hash)
        case .ed25519SignedPayload(let signed): .signedPayload(signed.ed25519, payload: signed.payload.bytes)
        }
    }
}

extension Phrase {
    /// When a claimant may claim, in words.
    package init(_ predicate: ClaimPredicate) {
        self.init(spans: [])
        append(predicate)
    }

    /// Appends a predicate and those inside it in place, without copying at each level.
    private mutating func append(_ predicate: ClaimPredicate) {
        switch predicate {
        case .unconditional: append("at any time")
        case .and(let parts): append(parts.elements, joined: " and ", none: "and of nothing")
        case .or(let parts): append(parts.elements, joined: " or ", none: "or of nothing")
        case .not(.beforeAbsoluteTime(let time)?): append("from \(Phrase(signedTime: time)) on")
        case .not(.beforeRelativeTime(let seconds)?):
            append("from \(Phrase(signedDuration: seconds)) after its creation on")
        case .not(let inner?):
            append("not (")
            append(inner)
            append(")")
        case .not(nil): append("not of nothing")
        case .beforeAbsoluteTime(let time): append("before \(Phrase(signedTime: time))")
        case .beforeRelativeTime(let seconds): append("within \(Phrase(signedDuration: seconds)) of its creation")
        }
    }

    private mutating func append(_ parts: [ClaimPredicate], joined separator: Phrase, none: Phrase) {
        guard !parts.isEmpty else { return append(none) }
        append("(")
        for (index, part) in parts.enumerated() {
            if index > 0 { append(separator) }
            append(part)
        }
        append(")")
    }

    private init(signedTime time: Int64) {
        self = UInt64(exactly: time).map { Phrase(time: $0) } ?? "the impossible time \(time)"
    }

    private init(signedDuration seconds: Int64) {
        self = UInt64(exactly: seconds).map { "\(Phrase(duration: $0)) (\(seconds) s)" } ?? "an impossible \(seconds) s"
    }
}

/// A sentence that ends in a tree of calls.
package struct PhraseTree: Hashable, Sendable {
    package struct Node: Hashable, Sendable {
        /// The depth below the first node, from 0.
        package let depth: Int
        package let phrase: Phrase
    }

    package let head: Phrase
    /// Parents first.
    package private(set) var nodes: [Node] = []

    package init(_ head: Phrase) { self.head = head }

    mutating func append(_ phrase: Phrase, depth: Int) { nodes.append(Node(depth: depth, phrase: phrase)) }

    /// The whole tree as one sentence.
    package var phrase: Phrase { "\(head) \(Phrase(nodes.map(\.phrase), separator: "; "))" }
}
