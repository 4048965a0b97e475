// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The custom sections of a WebAssembly module that describe a contract. The code is not read.
///
/// - Source: WebAssembly 1.0 §5.5; SEP-46, SEP-48.
package struct WasmModule: Hashable, Sendable {
    /// The SHA-256 of the module, by which the ledger names its code.
    package let hash: Hash
    /// The content of `contractspecv0`: entries of SEP-48.
    package let spec: [UInt8]
    /// The contents of all sections `contractmetav0`, joined: entries of SEP-46.
    package let meta: [UInt8]
    /// The content of `contractenvmetav0`: the protocol that the contract was made for.
    package let environmentMeta: [UInt8]

    private static let magic: [UInt8] = [0x00, 0x61, 0x73, 0x6d]
    private static let version: [UInt8] = [0x01, 0x00, 0x00, 0x00]
    /// The tag section, the last one that is defined.
    private static let lastKind: UInt8 = 13

    /// Whether bytes begin as a module does; those of a spec section cannot.
    package static func isModule(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    package init(_ bytes: [UInt8]) throws(ContractError) {
        guard bytes.count <= ContractLimits.module else {
            throw .tooLarge(size: bytes.count, limit: ContractLimits.module)
        }
        let sections = try Self.customSections(bytes)
        let specs = sections.filter { $0.name.elementsEqual("contractspecv0".utf8) }
        guard let spec = specs.first else { throw .noSpec }
        guard specs.count == 1 else { throw .severalSpecs }
        hash = Hash(sha256: bytes)
        self.spec = Array(spec.content)
        meta = Self.joined(sections, "contractmetav0")
        environmentMeta = Self.joined(sections, "contractenvmetav0")
    }

    private typealias Section = (name: ArraySlice<UInt8>, content: ArraySlice<UInt8>)

    private static func joined(_ sections: [Section], _ name: String) -> [UInt8] {
        sections.filter { $0.name.elementsEqual(name.utf8) }.flatMap(\.content)
    }

    private static func customSections(_ bytes: [UInt8]) throws(ContractError) -> [Section] {
        guard isModule(bytes) else { throw .notAModule }
        guard bytes.dropFirst(4).starts(with: version) else { throw .module(offset: 4, .version) }
        var reader = WasmReader(bytes[8...])
        var found: [Section] = []
        var count = 0
        while !reader.isAtEnd {
            count += 1
            guard count <= ContractLimits.sections else {
                throw .module(offset: reader.offset, .tooManySections(limit: ContractLimits.sections))
            }
            let start = reader.offset
            let kind = try reader.byte()
            guard kind <= lastKind else { throw .module(offset: start, .unknownSection(kind)) }
            let section = try reader.counted()
            if kind == 0 { found.append(try custom(section)) }
        }
        return found
    }

    private static func custom(_ section: ArraySlice<UInt8>) throws(ContractError) -> Section {
        var reader = WasmReader(section)
        let start = reader.offset
        let name = try reader.counted()
        guard String(validating: name, as: UTF8.self) != nil else {
            throw .module(offset: start, .nameNotUTF8)
        }
        return (name, reader.rest)
    }
}

/// Reads a module's bytes up to an end that no part may reach beyond.
struct WasmReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    var isAtEnd: Bool { offset == bytes.endIndex }

    /// What is left.
    var rest: ArraySlice<UInt8> { bytes[offset...] }

    mutating func byte() throws(ContractError) -> UInt8 {
        guard offset < bytes.endIndex else { throw .module(offset: offset, .truncated) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// An unsigned number in LEB128, of at most 32 bits in at most five bytes.
    mutating func number() throws(ContractError) -> Int {
        let start = offset
        var value: UInt64 = 0
        for place in 0..<5 {
            let next = try byte()
            value |= UInt64(next & 0x7f) << (7 * UInt64(place))
            guard next & 0x80 != 0 else {
                guard let number = UInt32(exactly: value) else { throw .module(offset: start, .number) }
                return Int(number)
            }
        }
        throw .module(offset: start, .number)
    }

    /// As many bytes as the number before them says.
    mutating func counted() throws(ContractError) -> ArraySlice<UInt8> {
        let start = offset
        let count = try number()
        guard count <= bytes.endIndex - offset else { throw .module(offset: start, .truncated) }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}

/// What is wrong with a WebAssembly module.
package enum WasmError: Error, Hashable {
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
