// SPDX-License-Identifier: Apache-2.0

import Codec

/// The UUID that identifies a request and its response.
///
/// - Source: RFC 9562.
package struct RequestID: Hashable, Sendable {
    /// 16 bytes, in the order in which they are written.
    package let bytes: [UInt8]

    private static let groups = [4, 2, 2, 2, 6]

    /// Nil unless there are exactly 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses `8-4-4-4-12` hexadecimal digits in any case; nil for anything else.
    package init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false).map { try? Hex.decode(String($0)) }
        guard groups.map({ $0?.count }) == Self.groups else { return nil }
        bytes = groups.flatMap { $0 ?? [] }
    }

    /// A new random UUID (version 4).
    package init(using generator: inout some RandomNumberGenerator) {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        self.bytes = bytes
    }

    /// The text form, in lower case.
    package var text: String {
        var rest = bytes[...]
        return Self.groups.map { count in
            defer { rest = rest.dropFirst(count) }
            return Hex.encode(rest.prefix(count))
        }.joined(separator: "-")
    }
}
