// SPDX-License-Identifier: Apache-2.0

/// The structure of an XDR type, by the names of its schema.
///
/// The generated code that reads and writes bytes does not use it; every other format (a dump for people, JSON, txrep)
/// walks the bytes along the layout, see `XDRCodable.walk(_:as:)`.
@usableFromInline package indirect enum XDRLayout: Sendable {
    case int32
    case uint32
    case int64
    case uint64
    case bool
    /// `opaque[size]`.
    case fixedOpaque(size: Int)
    /// `opaque<limit>`.
    case opaque(limit: Int?)
    /// `string<limit>`.
    case string(limit: Int?)
    case optional(XDRLayout)
    case array(XDRLayout, limit: Int?)
    /// A type of the schema; its layout is looked up when it is reached, so that types may be recursive.
    case reference(any XDRCodable.Type)
    /// A `typedef`: its name tells a format how to show the value (AccountID, AssetCode4, TimePoint).
    case alias(StaticString, XDRLayout)
    case structure(StaticString, [Field])
    case enumeration(Enumeration)
    case union(Union)

    @usableFromInline package struct Field: Sendable {
        package let name: StaticString
        package let layout: XDRLayout

        package init(_ name: StaticString, _ layout: XDRLayout) {
            self.name = name
            self.layout = layout
        }
    }

    @usableFromInline package struct Enumeration: Sendable {
        package let name: StaticString
        /// The common prefix of the members, which SEP-51 and Swift's case names leave out.
        package let prefix: StaticString
        package let members: [(value: Int32, name: StaticString)]

        package init(_ name: StaticString, prefix: StaticString, _ members: [(value: Int32, name: StaticString)]) {
            self.name = name
            self.prefix = prefix
            self.members = members
        }
    }

    @usableFromInline package struct Union: Sendable {
        package let name: StaticString
        package let discriminant: StaticString
        /// The enum that tells the arms apart; nil for plain integers.
        package let enumeration: (any XDRCodable.Type)?
        package let arms: [(value: Int32, field: Field?)]

        package init(
            _ name: StaticString, _ discriminant: StaticString, _ enumeration: (any XDRCodable.Type)?,
            _ arms: [(value: Int32, field: Field?)]
        ) {
            self.name = name
            self.discriminant = discriminant
            self.enumeration = enumeration
            self.arms = arms
        }
    }
}
