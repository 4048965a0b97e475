// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec

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
    /// - Throws: `.usage` when nothing is given, `.badInput` for an invalid name or value, `.noInput` for a missing file.
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
