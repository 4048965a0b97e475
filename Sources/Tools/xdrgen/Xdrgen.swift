// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import FoundationEssentials

/// `xdrgen SCHEMA_DIR OUTPUT_DIR [IMPORTED_SCHEMA_DIR ...]`: converts every `.x` file of one folder into Swift files in
/// another, one per type.
///
/// The schema may use the types of the imported schemas, which other modules contain. A module has the name of the
/// folder that its schema's folder is in: `StellarXDR/Schema` is the schema of StellarXDR.
@main
struct Xdrgen {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: xdrgen SCHEMA_DIR OUTPUT_DIR [IMPORTED_SCHEMA_DIR ...]")
            exit(64)
        }
        do {
            try generate(from: arguments[1], into: arguments[2], importing: Array(arguments.dropFirst(3)))
        } catch {
            let line = "xdrgen: error: \(error)\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(65)
        }
    }

    private static func generate(from folder: String, into output: String, importing folders: [String]) throws {
        let files = try generated(try module(of: folder), importing: try folders.map(module))
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        for old in try FileManager.default.contentsOfDirectory(atPath: output) where files[old] == nil {
            try FileManager.default.removeItem(atPath: "\(output)/\(old)")
        }
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(filePath: "\(output)/\(name)"))
        }
    }

    /// A Swift module and its schema files, which are read in the given order: constants apply from there on.
    struct Module {
        let name: String
        let files: [(name: String, bytes: [UInt8])]
    }

    private static func module(of folder: String) throws -> Module {
        let parent = URL(filePath: folder).standardizedFileURL.deletingLastPathComponent()
        return Module(name: parent.lastPathComponent, files: try schemas(in: folder))
    }

    private static func schemas(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".x") }.sorted()
        return try names.map { ($0, [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
    }

    /// Generates the names and contents of a module's files.
    static func generated(_ module: Module, importing imported: [Module] = []) throws(SchemaError) -> [String: String] {
        var definitions: [Definition] = []
        var constants: [String: Int] = [:]
        var digests: [String: String] = [:]
        for one in imported + [module] {
            for file in one.files {
                var parser = try Parser(file.bytes, file: file.name, module: one.name, constants: constants)
                let parsed = try parser.parse()
                definitions += parsed.definitions
                constants = parsed.constants
                digests[file.name] = hex(SHA256.hash(file.bytes))
            }
        }
        // The files of the module itself come last, so that an imported file of the same name does not hide their
        // digest.
        let emitter = Emitter(module: module.name, schema: try Schema(definitions), digests: digests)
        let own = definitions.filter { $0.module == module.name }
        var out: [String: String] = [:]
        for definition in own {
            if let file = emitter.file(for: definition) { out[file.name] = file.text }
        }
        let index = emitter.index(of: own, importing: imported.map(\.name))
        out[index.name] = index.text
        return out
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
