// SPDX-License-Identifier: Apache-2.0

/// Bytes as four-letter English words, or as the first and last letter of each, followed by a CRC-32.
///
/// - Source: BCR-2020-012.
package enum Bytewords {
    package enum Style: Sendable {
        /// Words separated by spaces, for reading aloud.
        case standard
        /// Words separated by hyphens.
        case uri
        /// Two letters per byte, for URs.
        case minimal
    }

    private static let wordLength = 4
    private static let checksumLength = 4

    /// Encodes bytes and their checksum, in lower case.
    package static func encode(_ bytes: [UInt8], style: Style) -> String {
        let bytes = bytes + CRC32.checksum(bytes).bigEndianBytes
        switch style {
        case .standard: return bytes.map { words[Int($0)] }.joined(separator: " ")
        case .uri: return bytes.map { words[Int($0)] }.joined(separator: "-")
        case .minimal: return String(decoding: bytes.flatMap { pairs[Int($0)] }, as: UTF8.self)
        }
    }

    /// Decodes the bytes before the checksum, which must match. Accepts any case.
    package static func decode(_ text: String, style: Style) throws(BytewordsError) -> [UInt8] {
        let lower = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        let bytes =
            switch style {
            case .standard: try wholeWords(lower, separator: UInt8(ascii: " "))
            case .uri: try wholeWords(lower, separator: UInt8(ascii: "-"))
            case .minimal: try letterPairs(lower)
            }
        guard bytes.count >= checksumLength else { throw .tooShort }
        let body = Array(bytes.dropLast(checksumLength))
        guard CRC32.checksum(body).bigEndianBytes == Array(bytes.suffix(checksumLength)) else { throw .wrongChecksum }
        return body
    }

    private static func letterPairs(_ text: [UInt8]) throws(BytewordsError) -> [UInt8] {
        guard text.count.isMultiple(of: 2) else { throw .oddLength(text.count) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for offset in stride(from: 0, to: text.count, by: 2) {
            guard let value = value(text[offset], text[offset + 1]) else { throw .unknownWord(offset: offset) }
            bytes.append(value)
        }
        return bytes
    }

    private static func wholeWords(_ text: [UInt8], separator: UInt8) throws(BytewordsError) -> [UInt8] {
        var (bytes, offset) = ([UInt8](), 0)
        for word in text.split(separator: separator, omittingEmptySubsequences: false) {
            guard word.count == wordLength, let first = word.first, let last = word.last,
                let value = value(first, last), word.elementsEqual(words[Int(value)].utf8)
            else { throw .unknownWord(offset: offset) }
            bytes.append(value)
            offset += word.count + 1
        }
        return bytes
    }

    private static let pairs: [[UInt8]] = words.map { word in
        let letters = Array(word.utf8)
        return [letters[0], letters[wordLength - 1]]
    }

    /// The byte of each pair of letters, by first letter times 26 plus last.
    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 26 * 26)
        for (value, pair) in pairs.enumerated() { values[place(pair[0], pair[1])] = UInt8(value) }
        return values
    }()

    private static func place(_ first: UInt8, _ last: UInt8) -> Int {
        Int(first - UInt8(ascii: "a")) * 26 + Int(last - UInt8(ascii: "a"))
    }

    private static func value(_ first: UInt8, _ last: UInt8) -> UInt8? {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard letters.contains(first), letters.contains(last) else { return nil }
        return values[place(first, last)]
    }
}

extension Bytewords {
    /// The word for each byte value, in order. First and last letter together identify a word.
    ///
    /// - Source: BCR-2020-012.
    static let words: [String] = """
        able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb \
        buzz calm cash cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet \
        door down draw drop drum dull duty each easy echo edge epic even exam exit eyes fact fair fern figs film \
        fish fizz flap flew flux foxy free frog fuel fund gala game gear gems gift girl glow good gray grim guru \
        gush gyro half hang hard hawk heat help high hill holy hope horn huts iced idea idle inch inky into iris \
        iron item jade jazz join jolt jowl judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi \
        knob lamb lava lazy leaf legs liar limp lion list logo loud love luau luck lung main many math maze memo \
        menu meow mild mint miss monk nail navy need news next noon note numb obey oboe omit onyx open oval owls \
        paid part peck play plus poem pool pose puff puma purr quad quiz race ramp real redo rich road rock roof \
        ruby ruin runs rust safe saga scar sets silk skew slot soap solo song stub surf swan taco task taxi tent \
        tied time tiny toil tomb toys trip tuna twin ugly undo unit urge user vast very veto vial vibe view visa \
        void vows wall wand warm wasp wave waxy webs what when whiz wolf work yank yawn yell yoga yurt zaps zero \
        zest zinc zone zoom
        """.split(separator: " ").map(String.init)
}

/// Why a text is not bytewords. Offsets are byte offsets in the text.
package enum BytewordsError: Error, Hashable {
    /// A word, or pair of letters, that stands for no byte.
    case unknownWord(offset: Int)
    /// An odd number of letters, in the minimal style.
    case oddLength(Int)
    /// Fewer bytes than the four of the checksum.
    case tooShort
    /// The checksum does not match the bytes before it.
    case wrongChecksum

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .unknownWord(let offset): "no byteword at byte offset \(offset)"
        case .oddLength(let length): "an odd number of letters (\(length))"
        case .tooShort: "too short"
        case .wrongChecksum: "the checksum does not match: a part is damaged or missing"
        }
    }
}
