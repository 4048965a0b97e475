// SPDX-License-Identifier: Apache-2.0

/// What a format does with the values that `XDRLayout.walk` comes across, in the order of the bytes.
///
/// `alias` is the outermost `typedef` name around a leaf, so that a visitor can tell a `PoolID` from 32 other bytes.
package protocol XDRVisitor {
    /// Asked before a value of a named type is opened: true for a type that the visitor shows whole (an account as one
    /// address); it is then given to `take` and its parts are not walked.
    func wants(_ type: any XDRCodable.Type) -> Bool
    mutating func take(_ value: any XDRCodable)
    mutating func begin(structure name: StaticString)
    mutating func field(_ name: StaticString)
    mutating func end()
    mutating func begin(array count: Int)
    mutating func element(_ index: Int)
    /// The arm of a union; `member` is the enum's name for it, nil for a union over plain integers.
    mutating func begin(union name: StaticString, discriminant: StaticString, value: Int32, member: StaticString?)
    mutating func absent()
    mutating func integer(_ value: Int64, alias: StaticString?)
    mutating func unsigned(_ value: UInt64, alias: StaticString?)
    mutating func boolean(_ value: Bool)
    mutating func member(_ name: StaticString, of enumeration: StaticString, value: Int32)
    mutating func opaque(_ bytes: [UInt8], alias: StaticString?)
    mutating func string(_ bytes: [UInt8], alias: StaticString?)
}
