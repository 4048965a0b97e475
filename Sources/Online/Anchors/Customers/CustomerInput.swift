// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import SafeFiles

/// Customer data that a user gives at once: fields, files, and what the profile has.
package struct CustomerInput: Sendable {
    let fields: [CustomerFieldArgument]
    let files: [CustomerServer.File]

    /// Fields and files that were read already.
    ///
    /// - Throws: `.usage` when there are none.
    package init(fields: [CustomerFieldArgument], files: [CustomerServer.File]) throws(Failure) {
        guard !fields.isEmpty || !files.isEmpty else { throw Failure(.usage, "nothing was given") }
        self.fields = fields
        self.files = files
    }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - fields: `name=value`.
    ///   - files: `name=PATH`.
    /// - Throws: `.usage` when nothing is given, `.badInput` for an invalid name or value, `.noInput` for a missing
    ///   file.
    package init(fields: [String], files: [String], usesProfile: Bool) throws(Failure) {
        self.fields = try fields.map { text throws(Failure) in try CustomerFieldArgument(text) }
        self.files = try files.map { text throws(Failure) in
            let given = try FieldArgument(text, .file, like: "photo_id_front=id.jpg")
            return try CustomerServer.File(field: given.name, path: given.value)
        }
        guard !fields.isEmpty || !files.isEmpty || usesProfile else {
            throw Failure(.usage, "give \(field: .field), \(field: .file) or \(field: .profile)")
        }
    }
}

/// Where customer data may come from without a question.
package struct CustomerSources: Sendable {
    /// Values by field name.
    package var fields: [String: String]
    /// Paths of files by field name.
    package var files: [String: String]
    /// Whether the profile's fields may be given.
    package var usesProfile: Bool

    package init(fields: [String: String] = [:], files: [String: String] = [:], usesProfile: Bool = false) {
        self.fields = fields
        self.files = files
        self.usesProfile = usesProfile
    }

    /// What the options of a transfer give.
    ///
    /// - Parameters:
    ///   - fields: `name=value`.
    ///   - files: `name=PATH`.
    /// - Throws: `.usage` for another form, `.badInput` for an invalid name or value.
    package init(fields: [String], files: [String], usesProfile: Bool) throws(Failure) {
        self.init(usesProfile: usesProfile)
        for text in fields {
            let argument = try CustomerFieldArgument(text, .customer)
            self.fields[argument.name] = argument.value
        }
        for text in files {
            let argument = try FieldArgument(text, .file)
            self.files[argument.name] = argument.value
        }
    }

    var isEmpty: Bool { !usesProfile && fields.isEmpty && files.isEmpty }
}

/// A `name=value` argument for a SEP-9 field, with a value of valid form.
package struct CustomerFieldArgument: Sendable {
    package let name: String
    package let value: String

    package init(_ text: String, _ field: FieldID = .field) throws(Failure) {
        let given = try FieldArgument(text, field)
        try self.init(given.name, given.value, field)
    }

    package init(_ name: String, _ value: String, _ field: FieldID) throws(Failure) {
        (self.name, self.value) = (name, value)
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            throw Failure(.badInput, field, "\(TerminalText.escape(name)) is not a valid field name")
        }
        if let objection = CustomerField.objection(to: value, of: name) {
            throw Failure(.badInput, "\(field: field) \(name): \(objection.message)")
        }
    }

    /// Checks that the field's name is known.
    ///
    /// - Parameter asked: names that the anchor asks for, which may be its own.
    /// - Throws: `.badInput` for a name that neither SEP-9 nor the anchor has.
    package func checkName(_ field: FieldID = .field, asked: [String] = []) throws(Failure) {
        guard !CustomerField.isStandard(name), !asked.contains(name) else { return }
        throw Failure(
            .badInput,
            field, "\(name) is not a field of SEP-9\(asked.isEmpty ? "" : ", and the anchor does not ask for it")",
            hint: .suggestion(for: name, among: (CustomerField.names.union(asked)).sorted()))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// A field with its value from a text `name=value`.
package struct FieldArgument: Sendable {
    package let name: String
    package let value: String

    /// - Parameter field: the input that was given, for errors.
    package init(
        _ text: String, _ field: FieldID = .field, like example: String = "first_name=Ada"
    ) throws(Failure) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Failure(.usage, "\(field: field) takes name=value, for example \(example)")
        }
        name = String(text[..<equals])
        value = String(text[text.index(after: equals)...])
    }
}

extension CustomerServer.File {
    /// The largest file, in bytes.
    private static let limit = 10 << 20

    /// Reads a file of this machine, for a field.
    ///
    /// - Throws: `.noInput` when it does not exist, `.badInput` when it cannot be read or is longer than 10 MiB.
    package init(field: String, path: String) throws(Failure) {
        let shown: Wording = "\(field: .file) \(TerminalText.escape(field))"
        let content: [UInt8]
        do { content = try SafeFiles.read(path, limit: Self.limit) } catch {
            if case .notFound = error { throw Failure(.noInput, "\(shown): \(error.message)") }
            throw Failure(.badInput, "\(shown): \(error.message)")
        }
        self.init(field: field, name: SafeFiles.lastName(path), content: content)
    }

    /// - Throws: `.badInput` for one that is longer than 10 MiB.
    package init(field: String, name: String, checking content: [UInt8]) throws(Failure) {
        guard content.count <= Self.limit else {
            throw Failure(.badInput, "\(TerminalText.escape(field)): the file is longer than 10 MiB")
        }
        self.init(field: field, name: name, content: content)
    }

    private init(field: String, name: String, content: [UInt8]) {
        self.init(field: field, name: name, type: CustomerField.mediaType(of: content), content: content)
    }
}
