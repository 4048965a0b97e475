// SPDX-License-Identifier: Apache-2.0

extension SignInText {
    /// Whether a text looks like one to sign in with, to a person or to a lenient parser: in any case, with any white space,
    /// punctuation and line ends, for an account of any name, also with a few letters replaced by look-alikes.
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
