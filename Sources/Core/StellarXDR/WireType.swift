// SPDX-License-Identifier: Apache-2.0

package import XDR

/// A type of the schema, by its name there.
package struct WireType: Sendable {
    package let name: String
    package let type: any XDRCodable.Type
    /// The type's layout; of a `typedef` under its own name, which formats may know.
    package let layout: XDRLayout

    init(_ name: String, _ type: any XDRCodable.Type, _ layout: XDRLayout) {
        self.name = name
        self.type = type
        self.layout = layout
    }

    /// The type of a name, written in any case; nil when the schema has none.
    package init?(named name: String) {
        let lower = name.lowercased()
        guard let found = Self.all.first(where: { $0.name.lowercased() == lower }) else { return nil }
        self = found
    }
}
