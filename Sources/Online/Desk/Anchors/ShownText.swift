// SPDX-License-Identifier: Apache-2.0

/// Text that a server sent, made safe for a page. Templates escape it as markup; this bounds its length and shows what could hide or
/// reorder the text around it.
enum ShownText {
    /// The most characters that are shown of one text.
    private static let limit = 2000

    static func of(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else {
                shown.append(contentsOf: "...".unicodeScalars)
                break
            }
            count += 1
            if isPlain(scalar) {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        }
        return String(shown)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
