// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles

/// The user's SEP-9 fields for anchors, encrypted with a PIN, with a record of the domains that received them.
///
/// The PIN is independent of any signing key. It is not stored, and no field is on disk in plaintext.
package struct Profile {
    /// The fields by SEP-9 name.
    package var fields: [String: String] = [:]
    /// The fields that each domain has received.
    private var given: [String: Set<String>] = [:]

    private static let magic = Array("coldstar-profile 1\n".utf8)
    private static let version: UInt64 = 1
    private static let limit = 1 << 20

    package init() {}

    // MARK: the file

    package static func path(in folder: String) -> String { folder + "/profile" }

    package static func exists(in folder: String) -> Bool { SafeFiles.exists(path(in: folder)) }

    /// - Throws: `.noInput` when there is none, before a PIN is asked for.
    package static func require(in folder: String) throws(Failure) {
        guard exists(in: folder) else { throw Failure(.noInput, "there is not a profile") }
    }

    /// - Throws: `.refused` for a wrong PIN or a modified file, which cannot be told apart.
    package init(folder: String, pin: borrowing SecretBytes) throws(Failure) {
        let path = Self.path(in: folder)
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: Self.limit) } catch {
            if case .notFound = error {
                throw Failure(
                    .noInput, "there is not a profile",
                    hint: "to make one: \(step: .submit(.setProfile))")
            }
            throw Failure(.badInput, Wording(error.message))
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

    /// Encrypts the profile and replaces the file.
    package func keep(in folder: String, pin: borrowing SecretBytes) throws(Failure) {
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
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(Self.magic + box, to: Self.path(in: folder), replacing: true)
        } catch {
            throw Failure(.cannotCreate, "the profile cannot be kept: \(error.message)")
        }
    }

    /// The fields by name, in order.
    package var sortedFields: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The fields as the JSON document of `coldstar-submit profile show`.
    package var document: JSON {
        let fields = sortedFields.map { ($0.name, JSON.string($0.value)) }
        return ["version": 1, "fields": .object(JSONObject(fields))]
    }

    package static func remove(in folder: String) throws(Failure) {
        do { try SafeFiles.remove(path(in: folder)) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
    }

    // MARK: changing

    /// Removes fields, then adds or replaces others.
    ///
    /// - Throws: `.badInput` for a field to remove that it does not have; nothing is changed on disk.
    package mutating func change(_ change: ProfileChange) throws(Failure) {
        for name in change.forgotten {
            guard fields.removeValue(forKey: name) != nil else {
                throw Failure(
                    .badInput, .forget, "the profile has no \(TerminalText.escape(name))",
                    hint: .suggestion(for: name, among: fields.keys.sorted()))
            }
        }
        for field in change.fields { fields[field.name] = field.value }
    }

    // MARK: giving

    /// The given names that are in the profile and that the domain has not received.
    package func unknown(to domain: String, among names: [String]) -> [String] {
        names.filter { fields[$0] != nil && !isGiven($0, to: domain) }
    }

    package func isGiven(_ name: String, to domain: String) -> Bool { given[domain]?.contains(name) == true }

    /// Records the fields that a domain has received.
    package mutating func note(_ names: [String], givenTo domain: String) {
        given[domain, default: []].formUnion(names)
    }
}

/// An unlocked profile, which records disclosures to domains under the same PIN.
package final class OpenProfile {
    private var content: Profile
    private let pin: SecretBytes
    private let folder: String

    /// - Parameter folder: the online side's folder.
    /// - Throws: `.noInput` when there is no profile, `.refused` for a wrong PIN or a modified file.
    package init(folder: String, pin: consuming SecretBytes) throws(Failure) {
        content = try Profile(folder: folder, pin: pin)
        self.pin = pin
        self.folder = folder
    }

    /// The value of a field; nil when the profile has none.
    package subscript(name: String) -> String? { content.fields[name] }

    /// The fields that the domain has not received, as far as recorded.
    package func new(to domain: String, among names: [String]) -> [String] {
        names.filter { !content.isGiven($0, to: domain) }
    }

    /// Records on disk the fields that are about to be sent to a domain.
    package func note(_ names: [String], givenTo domain: String) throws(Failure) {
        content.note(names, givenTo: domain)
        try content.keep(in: folder, pin: pin)
    }
}

/// A change of the profile, as the user wrote it.
package struct ProfileChange: Sendable {
    let fields: [CustomerFieldArgument]
    let forgotten: [String]

    /// - Parameters:
    ///   - fields: `name=value`, to add or replace.
    ///   - forgotten: names, to remove.
    /// - Throws: `.usage` when there is nothing to change, `.badInput` for a name that is not in SEP-9 or an invalid
    ///   value.
    package init(fields: [String], forgetting forgotten: [String]) throws(Failure) {
        guard !fields.isEmpty || !forgotten.isEmpty else {
            throw Failure(.usage, "give \(field: .field) or \(field: .forget)")
        }
        self.fields = try fields.map { text throws(Failure) in try CustomerFieldArgument(text) }
        for field in self.fields { try field.checkName() }
        self.forgotten = forgotten
    }
}
