// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A text reduced to what a hasty reader distinguishes: texts with the same skeleton are easily confused.
///
/// Case, white space, marks and invisible characters are ignored. Letters of other scripts, styled letters and
/// accented letters become the Latin letter that they resemble. 0 becomes O; 1, l and | become I.
///
/// - Source: after UTS 39 §Confusable Detection.
package enum ConfusableSkeleton {
    package static func of(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? of(Array(text.utf8)) : ofUnicode(text)
    }

    /// - Parameter ascii: bytes above 0x7f are kept.
    package static func of(_ ascii: [UInt8]) -> String {
        String(decoding: ascii.compactMap(folded), as: UTF8.self)
    }

    private static func ofUnicode(_ text: String) -> String {
        var skeleton = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isInvisible(scalar) {
            if scalar.isASCII {
                if let byte = folded(UInt8(truncatingIfNeeded: scalar.value)) { skeleton.append(Unicode.Scalar(byte)) }
            } else if let latin = latin(scalar) {
                skeleton.append(contentsOf: of(Array(latin.utf8)).unicodeScalars)
            } else {
                skeleton.append(contentsOf: scalar.properties.uppercaseMapping.unicodeScalars)
            }
        }
        return String(skeleton)
    }

    private static func folded(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x00...0x20, 0x7f: nil
        case UInt8(ascii: "0"), UInt8(ascii: "o"): UInt8(ascii: "O")
        case UInt8(ascii: "1"), UInt8(ascii: "|"), UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "i"):
            UInt8(ascii: "I")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
        default: byte
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
        switch properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .unassigned, .privateUse:
            return true
        default: return false
        }
    }

    /// The Latin letters or the digit that a non-ASCII character resembles; nil if there are none.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        if let letter = ConfusableLetters.letter(like: scalar) { return String(letter) }
        if let digit = digit(scalar) { return String(digit) }
        return letters(named: scalar.properties.name ?? "")
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit else { return nil }
        return scalar.properties.numericValue.flatMap { (0...9).contains($0) ? Int($0) : nil }
    }

    /// `E` for LATIN SMALL LETTER E WITH ACUTE, MATHEMATICAL BOLD SMALL E or FULLWIDTH LATIN CAPITAL LETTER E; `FI` for
    /// a ligature.
    private static func letters(named name: String) -> String? {
        let words = name.split(separator: " ").prefix { $0 != "WITH" }
        guard let last = words.last, last.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else { return nil }
        let scripts: Set<Substring> = [
            "LATIN", "MATHEMATICAL", "DOUBLE-STRUCK", "BLACK-LETTER", "SCRIPT", "REGIONAL", "MODIFIER",
        ]
        guard words.contains(where: scripts.contains) else { return nil }
        return last.utf8.count == 1 || words.contains("LIGATURE") ? String(last) : nil
    }
}

extension Asset {
    /// The confusable skeleton of the code.
    package var look: String { ConfusableSkeleton.of(codeBytes ?? []) }

    /// Whether this is an issued asset whose code looks like the native asset's.
    package var looksNative: Bool {
        // Each of the looks has an M or a V, and nothing else looks like these two: most codes need no skeleton.
        guard let code = codeBytes, code.contains(where: { $0 | 0x20 == 0x6d || $0 | 0x20 == 0x76 }) else {
            return false
        }
        return Self.nativeLooks.contains(ConfusableSkeleton.of(code))
    }

    private static let nativeLooks: Set<String> = [
        ConfusableSkeleton.of("XLM"), ConfusableSkeleton.of("native"), ConfusableSkeleton.of("lumen"),
        ConfusableSkeleton.of("lumens"),
    ]
}

extension Network {
    /// The known network whose passphrase looks like this one's; nil for a known network, and if there is none.
    package var lookAlike: Network? {
        if name != nil { return nil }
        let own = skeleton
        return Self.knownSkeletons.first { $0.skeleton == own }?.network
    }

    private static let knownSkeletons: [(network: Network, skeleton: String)] = names.compactMap { name in
        Network(named: name).map { ($0, $0.skeleton) }
    }

    /// The letters of the passphrase, with digits and letter pairs that resemble a letter replaced by it, and without
    /// anything else.
    private var skeleton: String {
        let letters = ConfusableSkeleton.of(passphrase).unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar {
            case "5", "$": "S"
            case "2": "Z"
            case "3": "E"
            case "4", "@": "A"
            case "7": "T"
            case "8": "B"
            case "6", "9": "G"
            default: scalar.properties.isAlphabetic ? scalar : nil
            }
        }
        var text = String.UnicodeScalarView()
        for letter in letters {
            switch (text.last, letter) {
            case ("R", "N"): text.replaceSubrange(text.index(before: text.endIndex)..., with: ["M"])
            case ("V", "V"): text.replaceSubrange(text.index(before: text.endIndex)..., with: ["W"])
            default: text.append(letter)
            }
        }
        return String(text)
    }
}
