// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// Text in another script than that of ASCII, shown beside its bytes where it cannot mislead.
///
/// Only for people on the online side: the signer and all JSON have the bytes alone. Safe is valid UTF-8 of letters of
/// one script, ASCII digits and punctuation, written from left to right, each word with a letter that does not look
/// like one of ASCII. Everything else has its bytes only: controls and direction marks, scripts written from right to
/// left, mixed scripts, combining characters that change a letter of another script, emoji.
///
/// - Source: UTS 39 §5.1 (highly restrictive: Chinese, Japanese and Korean texts may mix their scripts), §4.
package enum ReadableText {
    /// The text; nil if it is ASCII, which needs no help, or not safe.
    package static func safe(_ bytes: [UInt8]) -> String? {
        guard bytes.contains(where: { $0 >= 0x80 }), let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        var script: Script?
        var (marks, hasDistinct) = (0, false)
        for word in text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false) {
            guard !word.isEmpty else { return nil }
            var (letters, isDistinct) = (0, false)
            for scalar in word {
                if isPunctuation(scalar) {
                    marks = mostMarks
                    continue
                }
                guard let own = Script.of(scalar), script ?? own == own else { return nil }
                script = own
                if isMark(scalar) {
                    // Several marks pile up over the lines around them.
                    guard letters > 0, marks < mostMarks else { return nil }
                    marks += 1
                } else {
                    (letters, marks) = (letters + 1, 0)
                    isDistinct = isDistinct || !own.lookAlikes.contains(scalar)
                }
            }
            // A single letter is common as a word, and says nothing.
            guard isDistinct || letters < 2 else { return nil }
            (marks, hasDistinct) = (mostMarks, hasDistinct || isDistinct)
        }
        return hasDistinct ? text : nil
    }

    /// A memo that an anchor names, with its type before it or without, for the terminal: escaped, and readable beside
    /// that where it is text that cannot mislead.
    package static func memo(_ value: String) -> String {
        let type = "text:"
        let (lead, text) = value.hasPrefix(type) ? (type, String(value.dropFirst(type.count))) : ("", value)
        let escaped = TerminalText.escape(text)
        return lead + (safe(Array(text.utf8)).map { "\"\($0)\" (\(escaped))" } ?? escaped)
    }

    /// A name that a table gives, for the terminal: as it is where it cannot mislead, and else escaped.
    package static func name(_ text: String) -> String { safe(Array(text.utf8)) ?? TerminalText.escape(text) }

    private static let mostMarks = 3

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    /// ASCII but letters, quotation marks, which end the text, and backslashes, which begin an escape; and marks that
    /// look like no other.
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.value > 0x20 && scalar.value < 0x7f && !scalar.properties.isAlphabetic && scalar != "\""
                && scalar != "\\"
            : "«»¿¡№€、。".unicodeScalars.contains(scalar)
    }

    private enum Script {
        case latin, greek, cyrillic, georgian, devanagari, bengali, thai, eastAsian

        static func of(_ scalar: Unicode.Scalar) -> Script? {
            guard let (script, _) = ranges.first(where: { $0.letters.contains { $0.contains(scalar.value) } }) else {
                return nil
            }
            // Not the digits and signs between the letters.
            return scalar.properties.generalCategory.isLetter || isMark(scalar) ? script : nil
        }

        /// The letters of today's languages; without those of Latin that look like others of it.
        private static let ranges: [(script: Script, letters: [ClosedRange<UInt32>])] = [
            (
                .latin,
                [
                    0x41...0x5a, 0x61...0x7a, 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x130, 0x134...0x137, 0x139...0x13e,
                    0x141...0x148, 0x14a...0x17e, 0x1a0...0x1a1, 0x1af...0x1b0, 0x218...0x21b, 0x1ea0...0x1ef9,
                ]
            ),
            (.greek, [0x386...0x386, 0x388...0x3ce]),
            (.cyrillic, [0x401...0x44f, 0x451...0x45f, 0x490...0x491]),
            (.georgian, [0x10d0...0x10f0]),
            (.devanagari, [0x904...0x939, 0x93c...0x94d, 0x958...0x961]),
            (.bengali, [0x981...0x9cd, 0x9dc...0x9e1]),
            (.thai, [0xe01...0xe3a, 0xe40...0xe4e]),
            (
                .eastAsian,
                [0x3041...0x3096, 0x30a1...0x30fa, 0x30fc...0x30fc, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7a3]
            ),
        ]

        /// The letters that look like characters of ASCII, or like strokes.
        var lookAlikes: Set<Unicode.Scalar> { Self.allLookAlikes[self] ?? [] }

        private static let allLookAlikes: [Script: Set<Unicode.Scalar>] = [
            .greek: Set("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧΆΈΉΊΌΎΪΫαγεηικνορτυχωάέήίόύώϊϋΐΰ".unicodeScalars),
            .cyrillic: Set("АВЕЁЅІЇЈКМНОРСТУХЗЬЎаеёорсухѕіїјкгбьў".unicodeScalars),
            .georgian: Set("იჿ".unicodeScalars), .thai: Set("เแาๅ".unicodeScalars),
            .devanagari: Set("।ठ".unicodeScalars), .bengali: Set("০ঠ".unicodeScalars),
            .eastAsian: Set("一丨丶丿亅乚卜口工二八ノーロニエハトカタへヘ".unicodeScalars),
        ]
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isLetter: Bool {
        [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter].contains(self)
    }
}

extension Memo {
    /// Kind and value for people on the online side: a text in another script is readable beside its bytes, where that
    /// is safe.
    package var shown: String { readable == nil ? argument : "\(kind):\(shownValue)" }

    /// The value alone, as in `shown`; empty for none.
    package var shownValue: String {
        let bytes = value ?? ""
        return readable.map { "\"\($0)\" (\(bytes))" } ?? bytes
    }

    /// The value: text as it is, or escaped if it is not UTF-8; digits; or hex. Empty for none.
    package var exactText: String {
        guard case .text(let text) = self else { return value ?? "" }
        return String(validating: text.bytes, as: UTF8.self) ?? value ?? ""
    }

    /// `{"type", "value"}`; the value is null for none.
    package var document: JSON { ["type": .string(kind), "value": self == .none ? .null : .string(exactText)] }

    /// A text in another script, where it is safe to show it; nil for any other memo.
    package var readable: String? { if case .text(let text) = self { ReadableText.safe(text.bytes) } else { nil } }
}
