// SPDX-License-Identifier: Apache-2.0

extension CSV {
    /// The field, with an apostrophe in front if a spreadsheet would take it for a formula.
    static func neutralized(_ field: String) -> String { mayBeFormula(field) ? "'" + field : field }

    /// The field without the apostrophe that `neutralized` adds.
    static func restored(_ field: String) -> String {
        field.unicodeScalars.first == "'" && mayBeFormula(field) ? String(field.unicodeScalars.dropFirst()) : field
    }

    /// Whether a spreadsheet may evaluate the field: its first character, after blanks and quotation marks, begins a formula,
    /// or is a tab or line end, which some programs drop. A leading apostrophe is skipped too, so that fields that begin with
    /// one read back unchanged.
    ///
    /// - Source: OWASP, CSV Injection.
    private static func mayBeFormula(_ field: String) -> Bool {
        for scalar in field.unicodeScalars {
            switch scalar {
            case "=", "+", "-", "@", "\t", "\r", "\n", "\u{b}", "\u{c}", "\u{2212}", "\u{fe62}", "\u{fe63}", "\u{fe66}",
                "\u{fe6b}", "\u{ff0b}", "\u{ff0d}", "\u{ff1d}", "\u{ff20}":
                return true
            case "'", "\"", "`", "\u{2018}"..."\u{201f}", "\u{ff02}", "\u{ff07}": continue
            case _ where scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint: continue
            case "\u{0}"..."\u{1f}": continue
            default: return false
            }
        }
        return false
    }
}
