// SPDX-License-Identifier: Apache-2.0

/// Receives the values that `XDRCodable.walk(_:as:)` finds, in the order of the bytes.
///
/// `alias` is the outermost `typedef` name around a leaf, so that a visitor can tell a `PoolID` from 32 other bytes.
package protocol XDRVisitor {
    /// Whether to pass a value of a named type as a whole to `take` (an account as one address), instead of walking its parts.
    mutating func wants(_ type: any XDRCodable.Type) -> Bool
    mutating func take(_ value: any XDRCodable)
    mutating func begin(structure name: StaticString)
    mutating func field(_ name: StaticString)
    mutating func end()
    mutating func begin(array count: Int)
    mutating func element(_ index: Int)
    /// The arm of a union; its value, if it has one, follows as the field of the arm's name.
    mutating func begin(union: XDRLayout.Union, value: Int32)
    /// An absent optional value.
    mutating func absent()
    /// A present optional value; the value follows.
    mutating func present()
    /// - Parameter bits: 32 or 64.
    mutating func integer(_ value: Int64, bits: Int, alias: StaticString?)
    /// - Parameter bits: 32 or 64.
    mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?)
    mutating func boolean(_ value: Bool)
    mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration)
    mutating func opaque(_ bytes: [UInt8], alias: StaticString?)
    mutating func string(_ bytes: [UInt8], alias: StaticString?)
}
