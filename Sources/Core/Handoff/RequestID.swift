// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
import StellarXDR

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

/// The name of a file in a handoff folder: its kind, its hash and its state.
///
/// For example `transaction-e6a53830-unsigned.json`; a second signature over it is `transaction-e6a53830-signed-2.xdr`.
package struct HandoffName: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case transaction
        case feeBump = "fee-bump"
        case challenge, message, authorization
        /// A file with a transaction on each line; the hash covers all of them.
        case batch
    }

    package enum State: String, CaseIterable, Sendable {
        case unsigned, signed
    }

    package enum Form: String, CaseIterable, Sendable {
        case json, jsonl, xdr, txt
    }

    package let kind: Kind
    /// The first eight hexadecimal digits of the hash.
    package let hash: String
    package let state: State
    package let form: Form
    /// From 1; a folder may hold several signatures over one hash.
    package var number = 1

    private static let mostNumbers = 99

    package init(_ kind: Kind, _ hash: TransactionHash, _ state: State, _ form: Form) {
        self.kind = kind
        self.hash = String(hash.hex.prefix(8))
        self.state = state
        self.form = form
    }

    /// Parses a name that is exactly as it would be written.
    package init?(_ text: String) {
        let dot = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard dot.count == 2, let form = Form(rawValue: dot[1]),
            let kind = Kind.allCases.first(where: { dot[0].hasPrefix($0.rawValue + "-") })
        else { return nil }
        let parts = dot[0].dropFirst(kind.rawValue.count + 1).split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[0].utf8.count == 8,
            let hash = try? Hex.decode(String(parts[0])), Hex.encode(hash) == parts[0],
            let state = State(rawValue: String(parts[1]))
        else { return nil }
        self.kind = kind
        self.hash = String(parts[0])
        self.state = state
        self.form = form
        if parts.count == 3 {
            guard let number = Int(parts[2]), (2...Self.mostNumbers).contains(number) else { return nil }
            self.number = number
        }
        guard self.text == text else { return nil }
    }

    /// Parses the name of a copy: a browser that downloads a file again writes ` (1)` before the ending.
    package init?(ofCopy text: String) {
        guard let dot = text.lastIndex(of: "."), text[..<dot].hasSuffix(")"),
            let open = text[..<dot].lastIndex(of: "(")
        else { return nil }
        let digits = text[text.index(after: open)..<text.index(before: dot)]
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let stem = text[..<open]
        self.init(String(stem.hasSuffix(" ") ? stem.dropLast() : stem) + text[dot...])
    }

    package var text: String {
        let ending = number == 1 ? "" : "-\(number)"
        return "\(kind.rawValue)-\(hash)-\(state.rawValue)\(ending).\(form.rawValue)"
    }

    /// The name for another signature over the same hash; nil if there are too many.
    package var next: HandoffName? {
        guard state == .signed, number < Self.mostNumbers else { return nil }
        var next = self
        next.number += 1
        return next
    }
}

extension SigningRequest {
    /// The kind in a file's name.
    package var handoffKind: HandoffName.Kind {
        switch kind {
        case .challenge: .challenge
        case .message: .message
        case .authorization: .authorization
        case .transaction: if case .feeBump = envelope?.content { .feeBump } else { .transaction }
        }
    }
}
