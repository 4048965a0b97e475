// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import SafeFiles
package import SodiumKit
import TextCodec

/// What a person tells anchors about themselves: fields of SEP-9, sealed under a PIN, with the domains that were given them.
///
/// The PIN is no key's. Nothing of it is kept while no command runs, and no field is in a file in the clear.
package struct Profile {
    /// By the names of SEP-9.
    package var fields: [String: String] = [:]
    /// Which fields a domain was given.
    private var given: [String: Set<String>] = [:]

    private static let magic = Array("coldstar-profile 1\n".utf8)
    private static let version: UInt64 = 1
    private static let limit = 1 << 20

    package init() {}

    // MARK: the file

    package static func path(_ home: HomeOptions) throws(Failure) -> String { try home.online() + "/profile" }

    package static func exists(_ home: HomeOptions) throws(Failure) -> Bool { SafeFiles.exists(try path(home)) }

    /// - Throws: `.refused` for a wrong PIN, and for a file that was changed: nothing tells the two apart.
    package init(_ home: HomeOptions, pin: borrowing SecretBytes) throws(Failure) {
        let path = try Self.path(home)
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: Self.limit) } catch {
            if case .notFound = error {
                throw Failure(
                    .noInput, "there is not a profile",
                    hint: "coldstar-submit profile set --field first_name=Ada makes one")
            }
            throw Failure(.badInput, error.message)
        }
        guard bytes.starts(with: Self.magic) else {
            throw Failure(.badInput, "\(TerminalText.escape(path)) is not a profile")
        }
        let content: SecretBytes
        do {
            content = try SealedBox.open(
                Array(bytes[Self.magic.count...]), passphrase: pin, associatedData: Self.magic)
        } catch {
            if case .cannotOpen = error {
                throw Failure(.refused, "the PIN of the profile is wrong, or its file is damaged")
            }
            throw Failure(.badInput, "the profile cannot be opened: \(error.message)")
        }
        do { try self.init(try JSON(parsing: content.withBytes { Array($0) })) } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.badInput, "the profile cannot be read")
        }
    }

    private init(_ json: JSON) throws {
        let version = try json.integer("version", as: UInt64.self)
        guard version == Self.version else {
            throw Failure(
                .badInput, "the profile has version \(version); this release reads version \(Self.version)")
        }
        for member in try json.object("fields").asObject?.members ?? [] { fields[member.key] = member.value.asString }
        for member in try json.object("given").asObject?.members ?? [] {
            given[member.key] = Set((member.value.asArray ?? []).compactMap(\.asString))
        }
    }

    /// Seals it again, in place of what was there.
    package func keep(_ home: HomeOptions, pin: borrowing SecretBytes) throws(Failure) {
        let fields = fields.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
        let given = given.sorted { $0.key < $1.key }.map { domain, names in
            (domain, JSON.array(names.sorted().map { .string($0) }))
        }
        let document: JSON = [
            "version": .integer(Self.version), "fields": .object(JSONObject(fields)),
            "given": .object(JSONObject(given)),
        ]
        let text = Array(document.text().utf8)
        let box: [UInt8]
        do {
            let content = try SecretBytes(count: text.count) { (bytes) throws(SodiumError) in
                bytes.copyBytes(from: text)
            }
            box = try SealedBox.seal(content, passphrase: pin, associatedData: Self.magic)
        } catch {
            throw Failure(.refused, "the profile cannot be sealed: \(error.message)")
        }
        do {
            try SafeFiles.createFolder(try home.online())
            try SafeFiles.write(Self.magic + box, to: try Self.path(home), replacing: true)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.cannotCreate, "the profile cannot be kept: \((error as? FileError)?.message ?? "")")
        }
    }

    package static func remove(_ home: HomeOptions) throws(Failure) {
        let path = try path(home)
        do { try SafeFiles.remove(path) } catch { throw Failure(.cannotCreate, error.message) }
    }

    // MARK: giving

    /// Those of the names that the profile has and the domain was never given.
    package func unknown(to domain: String, among names: [String]) -> [String] {
        names.filter { fields[$0] != nil && !isGiven($0, to: domain) }
    }

    package func isGiven(_ name: String, to domain: String) -> Bool { given[domain]?.contains(name) == true }

    /// Remembers what a domain was given.
    package mutating func note(_ names: [String], givenTo domain: String) {
        given[domain, default: []].formUnion(names)
    }
}
