// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing
import Workspace

/// Memos in other scripts, for people on the online side.
struct ReadableTextTests {
    private static func memo(_ text: String) throws -> Memo { try Memo(argument: "text:" + text) }

    @Test(arguments: [
        "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}", "\u{417}\u{430}\u{43a}\u{430}\u{437} 42",
        "\u{421}\u{447}\u{451}\u{442} \u{2116}7",
        "Caf\u{e9} M\u{fc}ller", "Gda\u{144}sk",
        "\u{39b}\u{3bf}\u{3b3}\u{3b1}\u{3c1}\u{3b9}\u{3b1}\u{3c3}\u{3bc}\u{3cc}\u{3c2}",
        "\u{8ba2}\u{5355}42", "\u{3054}\u{6ce8}\u{6587}", "\u{c8fc}\u{bb38} 42", "\u{e2a}\u{e31}\u{e48}\u{e07}",
        "\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}",
        "\u{10d2}\u{10d0}\u{10db}\u{10d0}\u{10e0}",
    ])
    func `shows a text of one script beside its bytes`(text: String) throws {
        let bytes = TerminalText.escape(text)
        #expect(try Self.memo(text).shown == "text:\"\(text)\" (\(bytes))")
        #expect(try Self.memo(text).shownValue == "\"\(text)\" (\(bytes))")
        // What other programs and the signer get stays as it is.
        #expect(try Self.memo(text).argument == "text:\(bytes)" && Self.memo(text).value == bytes)
    }

    @Test(arguments: [
        // Mixed scripts, and words of letters that look like those of ASCII.
        "\u{430}pple", "p\u{430}ypal", "\u{440}\u{430}\u{443}\u{440}\u{430}", "\u{421}\u{41e}\u{420}42",
        "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} Bob", "\u{41f}\u{440}\u{438} \u{440}\u{430}\u{443}",
        "\u{39f}\u{3a1}\u{3a1}", "\u{3b1}\u{3bd}\u{3b9}", "\u{41f}\u{3bb}", "\u{4e00}", "\u{4e00}\u{4e28}",
        // Directions, controls and what has no width.
        "\u{202e}\u{41f}\u{440}\u{438}", "\u{41f}\u{200b}\u{440}\u{438}", "\u{41f}\u{ad}\u{440}\u{438}",
        "\u{2066}\u{41f}\u{2069}", "\u{41f}\u{1b}[2J", "\u{41f}\n\u{438}", "\u{41f}\u{9b}2J",
        "\u{5e9}\u{5dc}\u{5d5}\u{5dd}", "\u{645}\u{631}\u{62d}\u{628}\u{627}", "\u{41f}\u{feff}", "\u{41f}\u{fe0f}",
        "\u{41f}\u{e0041}", "\u{928}\u{200d}\u{92e}",
        // Combining characters on another script, piled up, or on nothing.
        "a\u{301}bc", "\u{41f}\u{301}", "\u{928}\u{947}\u{947}\u{947}\u{947}", "\u{947}\u{928}", "1\u{947}",
        "\u{928} \u{947}",
        // What ends the quotation, begins an escape, or hides at an end.
        "\u{41f}\" (x", "\u{41f}\\x41", "\u{41f}\u{440}\u{438} ", " \u{41f}\u{440}\u{438}",
        "\u{41f}\u{440}\u{438}  \u{438}", "\u{41f}\u{a0}\u{438}", "\u{41f}\u{2003}\u{438}",
        // Look-alikes among letters, wide forms, digits of other scripts, pictures.
        "\u{131}d", "\u{ff21}\u{ff22}", "\u{1d400}", "\u{661}\u{662}", "\u{96a}", "\u{1f600}", "\u{2713}",
        "\u{41f}\u{1f600}", "\u{4c0}\u{4cf}", "\u{1c3}",
    ])
    func `shows only the bytes of a text that could mislead`(text: String) {
        #expect(ReadableText.safe(Array(text.utf8)) == nil)
        // A combining character after the colon hides it from the argument's reader.
        guard let memo = try? Self.memo(text) else { return }
        #expect(memo.shown == memo.argument && memo.shown.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test(arguments: [
        ("text:\u{41f}\u{440}\u{438}", "text:\"\u{41f}\u{440}\u{438}\" (\\xd0\\x9f\\xd1\\x80\\xd0\\xb8)"),
        ("\u{41f}\u{440}\u{438}", "\"\u{41f}\u{440}\u{438}\" (\\xd0\\x9f\\xd1\\x80\\xd0\\xb8)"), ("id:77", "id:77"),
        ("text:invoice 7", "text:invoice 7"), ("text:a\u{202e}b", "text:a\\xe2\\x80\\xaeb"),
        ("text:\u{430}bc\u{1b}[2J", "text:\\xd0\\xb0bc\\x1b[2J"),
        ("id:\u{41f}\u{440}\u{438}", "id:\\xd0\\x9f\\xd1\\x80\\xd0\\xb8"),
    ])
    func `an anchor's memo is readable beside its bytes where that is safe`(memo: String, shown: String) {
        #expect(ReadableText.memo(memo) == shown)
    }

    @Test(arguments: [[0xd0], [0xff, 0xfe], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xd0, 0x9f, 0x80]] as [[UInt8]])
    func `shows only the bytes of what is not UTF-8`(bytes: [UInt8]) {
        #expect(ReadableText.safe(bytes) == nil)
        #expect(ReadableText.safe(Array("\u{43f}\u{438}".utf8) + bytes) == nil)
    }

    @Test func `shows ASCII, ids and hashes as they are`() throws {
        for argument in ["text:order 42", "text:", "id:7", "hash:" + String(repeating: "ab", count: 32)] {
            #expect(try Memo(argument: argument).shown == argument)
        }
        #expect(Memo.none.shown == "none" && Memo.none.shownValue.isEmpty)
    }

    /// Every character alone and beside a letter of each script: what is shown never has a control, a direction mark or
    /// a second script.
    @Test func `shows no character of Unicode that is not a letter or a plain mark`() {
        for value in UInt32(0x80)...0x2ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [String(scalar), "\u{43f}\u{438}" + String(scalar), "xyz" + String(scalar)] {
                guard let safe = ReadableText.safe(Array(text.utf8)) else { continue }
                #expect(safe == text)
                let category = scalar.properties.generalCategory
                let isFit: Bool =
                    switch category {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
                        .unassigned, .surrogate, .enclosingMark, .decimalNumber, .modifierSymbol:
                        false
                    default: !scalar.properties.isDefaultIgnorableCodePoint
                    }
                #expect(isFit, "U+\(String(value, radix: 16))")
                #expect(!(0x590...0x8ff).contains(value) && !(0xfb1d...0xfdff).contains(value))
            }
        }
    }
}
