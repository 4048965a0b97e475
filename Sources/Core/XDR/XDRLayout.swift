// SPDX-License-Identifier: Apache-2.0

/// What an XDR type is made of, by the names of its schema.
///
/// The generated code that reads and writes bytes does not look at this; every other format (a dump for people, JSON,
/// txrep) is one walk over the bytes along the layout, see `XDRWalker`.
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
    /// A type of the schema; its own layout is asked for when it is reached, so that cycles are no trouble.
    case reference(any XDRCodable.Type)
    /// A `typedef`: the name says how a format may want to show it (AccountID, AssetCode4, TimePoint).
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
        /// What all members begin with, left out by SEP-51 and by Swift's case names.
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
        /// The enum that tells the arms apart; nil when plain integers do.
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
