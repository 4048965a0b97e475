// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// An input without surrounding white space, and the form that it appears to have.
struct HandoffText {
    let bytes: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        let end = input.lastIndex { !Self.isWhiteSpace($0) } ?? -1
        bytes = (input.firstIndex { !Self.isWhiteSpace($0) }).map { input[$0...end] } ?? []
    }

    /// The lines that are not empty, without surrounding white space.
    var lines: [String] {
        bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .map { HandoffText(Array($0)).bytes }
            .filter { !$0.isEmpty }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the text begins with a lower-case ASCII prefix, in any case.
    func starts(with prefix: String) -> Bool {
        bytes.prefix(prefix.utf8.count).map { Self.isUpper($0) ? $0 | 0x20 : $0 } == Array(prefix.utf8)
    }

    /// Why the text must not be read as base64; nil if it may be.
    var refusal: HandoffError? {
        if isBareHash { return .bareHash }
        if isSecretKey { return .secretKey }
        return nil
    }

    private var isBareHash: Bool {
        bytes.count == 64 && (try? Hex.decode(String(decoding: bytes, as: UTF8.self))) != nil
    }

    /// `S` and 55 more base32 characters. No envelope is that short.
    private var isSecretKey: Bool {
        bytes.count == 56 && SecretText.hasKeyShape(bytes)
    }

    /// Whether the first line is a field and a value, such as `type: ENVELOPE_TYPE_TX` or `tx.fee: 100`; comments may
    /// precede it.
    var isTxrep: Bool {
        let colon = UInt8(ascii: ":")
        let line = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .lazy.map { HandoffText(Array($0)).bytes }
            .first { !$0.isEmpty && $0.first != colon }
        guard let line, let end = line.firstIndex(of: colon) else { return false }
        let key = String(decoding: line[..<end], as: UTF8.self)
        return key == "type" || ["tx.", "feeBump.", "v0.", "v1.", "signatures"].contains(where: key.hasPrefix)
    }

    private static func isUpper(_ character: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
    }

    private static func isWhiteSpace(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0d).contains(character)
    }
}

/// The lines of a batch file, each a whole document: requests, responses or envelopes.
///
/// The first two lines tell such a file from a single document: no JSON document continues with a second brace after a
/// closed one, and no envelope continues after its end.
package enum HandoffLines {
    /// The positions of the documents, each with its line number counted from 1; nil for a single document.
    package static func find(in bytes: [UInt8]) -> [(number: Int, place: Range<Int>)]? {
        var found: [(number: Int, place: Range<Int>)] = []
        var number = 0
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            number += 1
            let line = trimmed(bytes[start..<end])
            if !line.isEmpty { found.append((number, line.startIndex..<line.endIndex)) }
            start = end + 1
            if found.count == 2, !line.isEmpty, !areDocuments(bytes[found[0].place], bytes[found[1].place]) {
                return nil
            }
        }
        return found.count > 1 ? found : nil
    }

    private static func areDocuments(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        let open = UInt8(ascii: "{")
        if first.first == open { return first.last == UInt8(ascii: "}") && second.first == open }
        return isEnvelope(first)
    }

    private static func isEnvelope(_ line: ArraySlice<UInt8>) -> Bool {
        // The first byte of an envelope is zero, so its base64 begins with A.
        guard line.first == UInt8(ascii: "A"), let input = try? HandoffInput.recognise(Array(line)) else {
            return false
        }
        if case .envelope = input.content { return true }
        return false
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
        guard let first = line.firstIndex(where: { !isBlank($0) }), let last = line.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return line[first...last]
    }
}
