// SPDX-License-Identifier: Apache-2.0

/// Characters of a text that a person cannot see as what they are.
enum HiddenCharacter {
    /// Whether a screen shows nothing for it, or shows other characters in another order because of it.
    ///
    /// - Source: The Unicode Standard: general categories Cf, Zl and Zp, and `Default_Ignorable_Code_Point`.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isDefaultIgnorableCodePoint || isBlank(scalar)
        }
    }

    /// The blank braille pattern and the empty note head, which Unicode counts as symbols.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x2800 || scalar.value == 0x1d159 }

    /// `U+202E`.
    static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
