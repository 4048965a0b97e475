// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// Values that anchors write in forms of their own.
enum AnchorValue {
    /// An id: a string, or a number, as some servers write it.
    static func id(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .number(let literal): literal
        default: nil
        }
    }

    /// A time of RFC 3339, or one whose offset has no colon, as Java libraries write it (`+0000`), or a number of
    /// seconds or milliseconds since 1970. Nil for a time without an offset, which could be meant in several ways.
    static func time(_ value: JSON) -> Timestamp? {
        if case .number(let literal) = value { return seconds(literal) }
        guard let text = value.asString else { return nil }
        if let time = Timestamp(text) { return time.seconds < firstMilliseconds ? time : seconds(text) }
        let offset = text.utf8.suffix(5)
        guard let sign = offset.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            text.utf8.contains(UInt8(ascii: ":"))
        else { return nil }
        return Timestamp("\(text.dropLast(2)):\(text.suffix(2))")
    }

    /// A number of seconds since 1970, whose fraction is dropped. Some servers count milliseconds: a number from the
    /// year 5138 on is taken for these.
    static func seconds(_ literal: String) -> Timestamp? {
        guard let plain = DecimalText.plain(literal), let number = UInt64(plain.prefix { $0 != "." }),
            number <= UInt64(Int64.max)
        else { return nil }
        return Timestamp(number < firstMilliseconds ? number : number / 1000)
    }

    private static let firstMilliseconds: UInt64 = 100_000_000_000

    /// What is wrong with a member that could not be read: that it is missing, or its value.
    static func fault(of key: String, in document: JSON) -> String {
        guard let value = document[key], value != .null else { return "has no \(key)" }
        return "has an unusable \(key): \(AmountFields.shown(value))"
    }
}

/// A web page in place of a document: many sites answer every address with their page, and status 200.
enum PageText {
    /// Why a response is not the document; nil unless it begins as a page does.
    static func reason(for bytes: [UInt8]) -> String? {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        let isPage = text.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "<")
        return isPage ? "the server answered with a web page (HTML)" : nil
    }
}
