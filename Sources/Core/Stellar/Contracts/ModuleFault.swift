// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a WebAssembly module.
package enum ModuleFault: Error, Hashable {
    /// The version is not 1, as for components.
    case version
    /// A LEB128 number of more than five bytes or of more than 32 bits.
    case number
    /// A section, a name or a number reaches beyond its end.
    case truncated
    /// The name of a custom section is not UTF-8.
    case nameNotUTF8
    case tooManySections(limit: Int)
    case unknownSection(UInt8)

    package var message: String {
        switch self {
        case .version: "not version 1 of the format"
        case .number: "a number takes more than five bytes or 32 bits"
        case .truncated: "a part reaches beyond the end"
        case .nameNotUTF8: "the name of a section is not UTF-8"
        case .tooManySections(let limit): "more than \(limit) sections"
        case .unknownSection(let kind): "a section of the unknown kind \(kind)"
        }
    }
}
