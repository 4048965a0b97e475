// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles
package import Stellar
package import StellarXDR

/// The contracts that the signer's book pins, as `coldstar-sign book contracts export` wrote them.
///
/// A file in the online side's folder, in the exported format. It is not authenticated: it stops a build or a
/// submission when a contract has changed, and the signer decides by its own book.
package struct ContractPins: Sendable {
    /// The name of the format, see docs/spec/book-and-policy.md.
    package static let format = "coldstar-contracts"
    /// The largest file that is read, in bytes.
    package static let limit = 4 << 20

    private let path: String
    private let folder: String

    /// - Parameter folder: the online side's folder.
    package init(folder: String) {
        self.folder = folder
        path = folder + "/contracts.json"
    }

    /// All of them, in the order in which they came; empty if none was ever taken.
    ///
    /// - Throws: `.badInput` for a damaged file.
    package func all() throws(Failure) -> [ContractPin] {
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: Self.limit) } catch .notFound { return [] } catch {
            throw Failure(error)
        }
        return try Self.pins(in: bytes, origin: TerminalText.escape(path))
    }

    /// The pin of a contract; nil if there is none.
    package func pin(of contract: ContractID, on network: Network) throws(Failure) -> ContractPin? {
        try all().first { $0.contract == contract && $0.network == network }
    }

    /// Reads exported pins.
    package static func pins(in bytes: [UInt8], origin: String) throws(Failure) -> [ContractPin] {
        do throws(JSONError) {
            let json = try JSON(parsing: bytes, maximumDepth: 8)
            guard try json.string("format") == format, try json.integer("version", as: Int.self) == 1 else {
                throw .wrongType(field: "format", expected: "\(format), version 1")
            }
            var pins: [ContractPin] = []
            for row in try json.array("contracts") { pins.append(try ContractPin(row)) }
            return pins
        } catch {
            throw Failure(.badInput, "\(origin): these are not exported contracts: \(error.message)")
        }
    }

    /// Adds pins; one of the same contract is replaced. The file is replaced as a whole.
    package func keep(_ new: [ContractPin]) throws(Failure) {
        try write(
            try all().filter { old in !new.contains { $0.contract == old.contract && $0.network == old.network } } + new
        )
    }

    /// Removes a pin by its label or contract.
    ///
    /// - Throws: `.badInput` when there is none.
    package func remove(_ entry: String) throws(Failure) {
        let pins = try all()
        let left = pins.filter { $0.label != entry && StrKey.contract($0.contract).text != entry }
        guard left.count < pins.count else {
            throw Failure(
                .badInput, "no contract is called \(TerminalText.escape(entry))",
                hint: .suggestion(for: entry, among: pins.map(\.label)))
        }
        try write(left)
    }

    private func write(_ pins: [ContractPin]) throws(Failure) {
        let bytes = Array((Self.document(of: pins).text() + "\n").utf8)
        do throws(FileError) {
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(bytes, to: path, replacing: true)
        } catch {
            throw Failure(error)
        }
    }

    package static func document(of pins: [ContractPin]) -> JSON {
        ["format": .string(format), "version": 1, "contracts": .array(pins.map(\.json))]
    }
}
