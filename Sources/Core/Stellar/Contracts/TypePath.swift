// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// The name of a type in a spec: a plain name or, from contracts made for protocol 30 on, a path such as `::crate::types::Name`.
package enum TypePath {
    private static let colon = UInt8(ascii: ":")

    /// The last part of a path, by which types of well-known libraries are recognised and which is shown; any other name as it is.
    ///
    /// A path begins with `::`, and each of its parts has letters, digits and underscores only.
    package static func short(_ name: [UInt8]) -> [UInt8] {
        guard name.starts(with: "::".utf8), var start = name.indices.first else { return name }
        var at = start
        while at < name.count {
            if name[at] == colon {
                // Exactly two, and a part after them.
                guard at + 2 < name.count, name[at + 1] == colon, name[at + 2] != colon else { return name }
                at += 2
                start = at
            } else {
                guard ForeignName.isPart(name[at]) else { return name }
                at += 1
            }
        }
        return Array(name[start...])
    }
}

extension UserType {
    /// The last part of a path; see ``TypePath``.
    package var shortName: [UInt8] { TypePath.short(name) }
}

extension SCSpecTypeUDT {
    /// The last part of a path; see ``TypePath``.
    package var shortName: [UInt8] { TypePath.short(name.bytes) }
}

extension ContractSpec {
    /// The types with this name, alone or as the last part of a path: how the types of a well-known library are recognised.
    package func types(called name: StaticString) -> [UserType] {
        types.filter { $0.shortName.elementsEqual("\(name)".utf8) }
    }
}
