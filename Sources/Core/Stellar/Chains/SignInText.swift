// SPDX-License-Identifier: Apache-2.0

/// A text with which a web site lets a wallet sign in: Sign-In with Ethereum, or its Solana sibling.
///
/// - Source: EIP-4361; Phantom's Sign In With Solana, which makes all fields optional.
package struct SignInText: Hashable, Sendable {
    /// The scheme in front of the domain, if there is one.
    package private(set) var scheme: String?
    /// The site that wants the signature, as it calls itself, with its port if it has one.
    package let domain: String
    /// The chain of the account: Solana or eip155.
    package let chain: Chain
    /// The account, as the text writes it.
    package let address: String
    package private(set) var statement: String?
    package private(set) var fields: [Field: String] = [:]
    package private(set) var resources: [String] = []

    /// The fields in their order.
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case uri = "URI"
        case version = "Version"
        case chainID = "Chain ID"
        case nonce = "Nonce"
        case issuedAt = "Issued At"
        case expirationTime = "Expiration Time"
        case notBefore = "Not Before"
        case requestID = "Request ID"
    }

    package var uri: String? { fields[.uri] }
    package var chainID: String? { fields[.chainID] }

    /// Parses a text in the one form that the standards give it.
    ///
    /// - Returns: nil for anything else, a text with other line ends, spaces or fields included; see
    ///   `isSuspected(in:)`.
    package init?(_ text: String) {
        // Lines of bytes: a carriage return and a line feed would be one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count >= 2, let head = Self.head(lines[0]), Self.isWord(lines[1]),
            lines.allSatisfy({ line in !line.utf8.contains { $0 < 0x20 } })
        else { return nil }
        (scheme, domain, chain) = head
        address = lines[1]
        guard let rest = statementRemoved(from: lines.dropFirst(2)), parseFields(rest) else { return nil }
        let required: [Field] = chain == .eip155 ? [.uri, .version, .chainID, .nonce, .issuedAt] : []
        guard required.allSatisfy({ fields[$0] != nil }), fields[.version].map({ $0 == "1" }) ?? true else {
            return nil
        }
    }

    // MARK: the first line

    private static func head(_ line: String) -> (scheme: String?, domain: String, chain: Chain)? {
        for (title, chain) in [("Solana", Chain.solana), ("Ethereum", .eip155)] {
            let ending = " wants you to sign in with your \(title) account:"
            guard line.hasSuffix(ending) else { continue }
            let site = String(line.dropLast(ending.count))
            let parts = site.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let domain = parts.last, isAuthority(domain), parts.count == 1 || isScheme(parts[0]) else {
                return nil
            }
            return (parts.count == 2 ? parts[0] : nil, domain, chain)
        }
        return nil
    }

    private static func isScheme(_ text: String) -> Bool {
        text.utf8.first.map { isLetter($0) } == true
            && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// A host, with a port or not. Letters of all scripts count, so that a look-alike can be reported.
    private static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
                    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                }
                return isLetter(byte) || isDigit(byte) || ".-_:[]".utf8.contains(byte)
            }
    }

    // MARK: the rest

    /// The lines after the address without the statement; nil if the blank lines are not where they belong.
    private mutating func statementRemoved(from lines: ArraySlice<String>) -> ArraySlice<String>? {
        guard let blank = lines.first else { return lines }
        let rest = lines.dropFirst()
        guard blank.isEmpty, let first = rest.first else { return nil }
        if first.isEmpty { return rest.count > 1 ? rest.dropFirst() : nil }
        if chain == .solana, Self.isField(first) { return rest }
        statement = first
        let fields = rest.dropFirst()
        guard let gap = fields.first else { return fields }
        return gap.isEmpty && fields.count > 1 ? fields.dropFirst() : nil
    }

    private static let resourcesTitle = "Resources:"

    private static func isField(_ line: String) -> Bool {
        line == resourcesTitle || Field.allCases.contains { line.hasPrefix("\($0.rawValue): ") }
    }

    /// Takes the fields in their order; false if anything else is there.
    private mutating func parseFields(_ lines: ArraySlice<String>) -> Bool {
        var lines = lines
        for field in Field.allCases {
            let start = "\(field.rawValue): "
            guard let line = lines.first, line.hasPrefix(start) else { continue }
            let value = String(line.dropFirst(start.count))
            guard Self.isWord(value) || field == .requestID && value.isEmpty else { return false }
            fields[field] = value
            lines = lines.dropFirst()
        }
        if lines.first == Self.resourcesTitle {
            lines = lines.dropFirst()
            guard lines.allSatisfy({ $0.hasPrefix("- ") && Self.isWord(String($0.dropFirst(2))) }) else { return false }
            resources = lines.map { String($0.dropFirst(2)) }
            return true
        }
        return lines.isEmpty
    }

    /// Something without white space.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0.properties.isWhitespace }
    }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension SignInText {
    /// Whether a text looks like one to sign in with, to a person or to a lenient parser: in any case, with any white
    /// space, punctuation and line ends, for an account of any name, also with a few letters replaced by look-alikes.
    ///
    /// True for every text that `init(_:)` parses.
    package static func isSuspected(in text: String) -> Bool {
        let letters = text.unicodeScalars.compactMap(letter)
        var start = 0
        while let end = firstMatch(of: request, in: letters[start...]) {
            if firstMatch(of: account, in: letters[end...].prefix(account.count + 64)) != nil { return true }
            start = end
        }
        return false
    }

    private static let request = Array("wantsyoutosigninwith".utf8)
    private static let account = Array("account".utf8)
    /// Stands for a digit, or for a letter outside ASCII.
    private static let other: UInt8 = 0

    /// A lower-case letter or `other`; nil for what separates words.
    private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
        guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? other : nil
        }
        if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return other }
        let lower = byte | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) ? lower : nil
    }

    /// The end of the first match, in which at most a quarter of the letters are others.
    private static func firstMatch(of pattern: [UInt8], in letters: ArraySlice<UInt8>) -> Int? {
        guard letters.count >= pattern.count else { return nil }
        return (letters.startIndex...(letters.endIndex - pattern.count)).first { start in
            var others = 0
            for (offset, wanted) in pattern.enumerated() where letters[start + offset] != wanted {
                guard letters[start + offset] == other, others < pattern.count / 4 else { return false }
                others += 1
            }
            return true
        }.map { $0 + pattern.count }
    }
}
