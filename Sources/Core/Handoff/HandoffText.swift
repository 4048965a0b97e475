// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

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

    /// Whether the first line is a field and a value, such as `type: ENVELOPE_TYPE_TX` or `tx.fee: 100`; comments may precede it.
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
