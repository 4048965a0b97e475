// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A value of a call with the names that a contract's spec gives to its parts. Names are the author's bytes: whoever shows
/// them escapes them.
package indirect enum NamedValue: Hashable, Sendable {
    /// A value without parts that have names: number, text, bytes, symbol, address, flag; or a value of any type.
    case plain(SCVal)
    /// An Option that is absent.
    case none
    /// A list, a tuple, or a structure whose fields have numbers.
    case list([NamedValue])
    case map([Entry])
    /// A structure, in the order in which the spec has its fields.
    case structure(type: [UInt8], fields: [Field])
    /// A union's case and its values.
    case unionCase(type: [UInt8], name: [UInt8], values: [NamedValue])
    /// A number of an enum, or of an enum of errors.
    case enumCase(type: [UInt8], name: [UInt8], value: UInt32)

    package struct Entry: Hashable, Sendable {
        package let key: NamedValue
        package let value: NamedValue
    }

    package struct Field: Hashable, Sendable {
        package let name: [UInt8]
        package let value: NamedValue
    }
}
