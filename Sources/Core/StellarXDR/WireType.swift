// SPDX-License-Identifier: Apache-2.0

/// A type of the schema, by its name there.
package struct WireType: Sendable {
    package let name: String
    package let type: any XDRCodable.Type
    /// The type's layout; of a `typedef` under its own name, which formats may know.
    package let layout: XDRLayout

    package init(_ name: String, _ type: any XDRCodable.Type, _ layout: XDRLayout) {
        self.name = name
        self.type = type
        self.layout = layout
    }

    /// The type of a name, written in any case; nil when no type of the list has it.
    package init?(named name: String, in types: [WireType] = Self.all) {
        let lower = name.lowercased()
        guard let found = types.first(where: { $0.name.lowercased() == lower }) else { return nil }
        self = found
    }
}
