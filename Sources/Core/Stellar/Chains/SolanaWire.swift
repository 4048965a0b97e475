// SPDX-License-Identifier: Apache-2.0

import Codec

/// What a byte string is to a validator of Solana. Keys of Solana sign a transaction's message as it is, without a
/// prefix, so that such bytes must never be signed as a text.
///
/// Recognises what a validator would accept: everything is read to the last byte, and counts and indexes must fit.
/// Rules that a validator may drop one day (size limits, accounts named twice) do not count here.
/// - Source: Solana's `Message`, `v0::Message` and `VersionedTransaction` with their `sanitize`; SIMD-0385 (version
///   1).
package enum SolanaWire: Hashable, Sendable {
    /// What the signers of a transaction sign.
    case message
    /// A message with its signatures, or with places for them.
    case transaction

    /// - Returns: nil for anything else, and if a byte is left over.
    package init?(_ bytes: [UInt8]) {
        if Self.isMessage(bytes) {
            self = .message
        } else if Self.isTransaction(bytes) {
            self = .transaction
        } else {
            return nil
        }
    }

    /// Recognises the text of such bytes in base58, base64 (also URL-safe, also without padding), or hexadecimal (also
    /// with `0x`). White space does not count.
    package init?(text: [UInt8]) {
        let packed = text.filter { !(0x09...0x0d).contains($0) && $0 != 0x20 }
        for bytes in Self.decoded(packed) {
            guard let wire = SolanaWire(bytes) else { continue }
            self = wire
            return
        }
        return nil
    }

    // MARK: messages

    private static let keyLength = 32
    private static let signatureLength = 64

    private static func isMessage(_ bytes: [UInt8]) -> Bool {
        var reader = WireReader(bytes)
        return reader.message() != nil && reader.isAtEnd
    }

    private static func isTransaction(_ bytes: [UInt8]) -> Bool {
        var reader = WireReader(bytes)
        if let count = reader.compactCount(), reader.skip(count, of: signatureLength) != nil, reader.message() != nil {
            return reader.isAtEnd
        }
        // In version 1 the signatures follow.
        reader = WireReader(bytes)
        guard bytes.first == 0x81, let signers = reader.message() else { return false }
        return reader.skip(signers, of: signatureLength) != nil && reader.isAtEnd
    }

    // MARK: texts

    /// What a text without white space may stand for.
    private static func decoded(_ text: [UInt8]) -> [[UInt8]] {
        guard !text.isEmpty, text.allSatisfy({ $0 < 0x80 }) else { return [] }
        let string = String(decoding: text, as: UTF8.self)
        let isPrefixed = string.hasPrefix("0x") || string.hasPrefix("0X")
        var digits = text.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        digits += Array(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        return [
            try? Hex.decode(isPrefixed ? String(string.dropFirst(2)) : string),
            try? Base64.decode(digits),
            Base58.decode(string, limit: text.count),
        ].compactMap { $0 }
    }
}

extension WireReader {
    /// Reads one message.
    ///
    /// - Returns: the number of its signers, nil if a validator would refuse it.
    fileprivate mutating func message() -> Int? {
        guard let first = byte() else { return nil }
        guard first & 0x80 != 0 else { return body(signers: first, isVersion0: false) }
        guard let signers = byte() else { return nil }
        return switch first & 0x7f {
        case 0: body(signers: signers, isVersion0: true)
        case 1: bodyOfVersion1(signers: signers)
        default: nil
        }
    }

    /// The rest of a legacy message or, with lookup tables, of one of version 0.
    private mutating func body(signers: UInt8, isVersion0: Bool) -> Int? {
        guard let readOnlySigners = byte(), let readOnlyOthers = byte(), let keys = compactCount(),
            Self.isConsistent(signers, readOnlySigners, readOnlyOthers, keys: keys),
            skip(keys, of: 32) != nil, skip(1, of: 32) != nil, let instructions = compactCount()
        else { return nil }
        var highestAccount = -1
        for _ in 0..<instructions {
            guard let program = byte(), (1..<keys).contains(Int(program)), let count = compactCount(),
                let accounts = take(count), let data = compactCount(), skip(data) != nil
            else { return nil }
            highestAccount = max(highestAccount, accounts.max().map(Int.init) ?? -1)
        }
        var loaded = 0
        if isVersion0 {
            guard let tables = compactCount() else { return nil }
            for _ in 0..<tables {
                guard skip(1, of: 32) != nil, let writable = compactCount(), skip(writable) != nil,
                    let readOnly = compactCount(), skip(readOnly) != nil, writable + readOnly > 0
                else { return nil }
                loaded += writable + readOnly
            }
        }
        return highestAccount < keys + loaded ? Int(signers) : nil
    }

    private mutating func bodyOfVersion1(signers: UInt8) -> Int? {
        guard let readOnlySigners = byte(), let readOnlyOthers = byte(), let mask = number(bytes: 4),
            skip(1, of: 32) != nil, let instructions = byte(), let keys = byte().map(Int.init),
            Self.isConsistent(signers, readOnlySigners, readOnlyOthers, keys: keys),
            skip(keys, of: 32) != nil, skip(mask.nonzeroBitCount, of: 4) != nil
        else { return nil }
        var payloads: [(accounts: Int, data: Int)] = []
        for _ in 0..<instructions {
            guard let program = byte(), (1..<keys).contains(Int(program)), let accounts = byte(),
                let data = number(bytes: 2)
            else { return nil }
            payloads.append((Int(accounts), Int(data)))
        }
        for payload in payloads {
            guard let accounts = take(payload.accounts), accounts.allSatisfy({ $0 < keys }), skip(payload.data) != nil
            else { return nil }
        }
        return Int(signers)
    }

    /// Whether the header fits the keys: the first signer pays, so that it is writable, and the read-only keys are
    /// among the rest.
    private static func isConsistent(
        _ signers: UInt8, _ readOnlySigners: UInt8, _ readOnlyOthers: UInt8, keys: Int
    ) -> Bool {
        readOnlySigners < signers && Int(signers) + Int(readOnlyOthers) <= keys
    }
}

/// Reads bytes from the front. Every method returns nil when there are too few, or when a number is not written in its
/// one form.
struct WireReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() -> UInt8? { take(1)?.first }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    /// Skips items of one size.
    mutating func skip(_ count: Int, of size: Int = 1) -> Void? { take(count * size).map { _ in () } }

    /// A number of `count` bytes, the lowest first.
    mutating func number(bytes count: Int) -> UInt32? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Solana's compact-u16: seven bits in each byte, the lowest first. Only the shortest form counts.
    mutating func compactCount() -> Int? {
        var value = 0
        for place in 0..<3 {
            guard let byte = byte() else { return nil }
            value |= Int(byte & 0x7f) << (7 * place)
            guard byte & 0x80 == 0 else { continue }
            guard place == 0 || byte != 0, value <= 0xffff else { return nil }
            return value
        }
        return nil
    }
}
