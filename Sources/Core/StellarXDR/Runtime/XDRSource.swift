// SPDX-License-Identifier: Apache-2.0

/// The source of a value in a format other than bytes; `XDRLayout.bytes(from:)` asks it for each part, in the order of the
/// bytes.
///
/// A source has a position in its text: `enter` moves to a part, `leave` moves back. The type's own decoder checks again
/// everything that a source provides.
package protocol XDRSource {
    /// What is wrong with the text, and where.
    associatedtype Fault: Error

    /// The value here, if the format writes this type as a whole (an account as one address); nil to be asked for its parts.
    mutating func whole(_ type: any XDRCodable.Type) throws(Fault) -> (any XDRCodable)?
    /// Called before the fields of a structure.
    mutating func begin(structure name: StaticString, fields: [XDRLayout.Field]) throws(Fault)
    mutating func enter(field: StaticString) throws(Fault)
    /// The discriminant of one of the union's arms.
    mutating func arm(of union: XDRLayout.Union) throws(Fault) -> Int32
    /// Moves to the value of an arm that is not void.
    mutating func enter(arm value: Int32, field: StaticString, of union: XDRLayout.Union) throws(Fault)
    /// The number of elements, at most `limit`.
    mutating func count(limit: Int?) throws(Fault) -> Int
    mutating func enter(element: Int) throws(Fault)
    mutating func leave()
    mutating func isPresent() throws(Fault) -> Bool
    /// - Parameter bits: 32 or 64; the value fits.
    mutating func integer(bits: Int, alias: StaticString?) throws(Fault) -> Int64
    /// - Parameter bits: 32 or 64; the value fits.
    mutating func unsigned(bits: Int, alias: StaticString?) throws(Fault) -> UInt64
    mutating func boolean() throws(Fault) -> Bool
    /// One of the enum's values.
    mutating func member(of enumeration: XDRLayout.Enumeration) throws(Fault) -> Int32
    /// Exactly `size` bytes.
    mutating func opaque(size: Int, alias: StaticString?) throws(Fault) -> [UInt8]
    /// At most `limit` bytes.
    mutating func opaque(limit: Int?, alias: StaticString?) throws(Fault) -> [UInt8]
    /// At most `limit` bytes.
    mutating func string(limit: Int?, alias: StaticString?) throws(Fault) -> [UInt8]
    /// The error for a text that is nested deeper than any value may be.
    func tooDeep() -> Fault
}
