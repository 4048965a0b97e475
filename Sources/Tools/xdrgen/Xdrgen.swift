// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Platform
import SodiumKit

/// `xdrgen SCHEMA_DIR OUTPUT_DIR`: converts every `.x` file of one folder into Swift files in another, one per type.
@main
struct Xdrgen {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: xdrgen SCHEMA_DIR OUTPUT_DIR")
            exit(64)
        }
        do {
            try generate(from: arguments[1], into: arguments[2])
        } catch {
            let line = "xdrgen: error: \(error)\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(65)
        }
    }

    private static func generate(from folder: String, into output: String) throws {
        let files = try generated(from: try schemas(in: folder))
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        for old in try FileManager.default.contentsOfDirectory(atPath: output) where files[old] == nil {
            try FileManager.default.removeItem(atPath: "\(output)/\(old)")
        }
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(filePath: "\(output)/\(name)"))
        }
    }

    private static func schemas(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".x") }.sorted()
        return try names.map { ($0, [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
    }

    /// Generates file names and contents from schema files, which are read in the given order: constants apply from there on.
    static func generated(from files: [(name: String, bytes: [UInt8])]) throws(SchemaError) -> [String: String] {
        var definitions: [Definition] = []
        var constants: [String: Int] = [:]
        var digests: [String: String] = [:]
        for file in files {
            var parser = try Parser(file.bytes, file: file.name, constants: constants)
            let parsed = try parser.parse()
            definitions += parsed.definitions
            constants = parsed.constants
            digests[file.name] = hex(SHA256.hash(file.bytes))
        }
        let emitter = Emitter(schema: try Schema(definitions), digests: digests)
        var out: [String: String] = [:]
        for definition in definitions {
            if let file = emitter.file(for: definition) { out[file.name] = file.text }
        }
        let index = emitter.index(of: definitions)
        out[index.name] = index.text
        return out
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
