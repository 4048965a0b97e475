// SPDX-License-Identifier: Apache-2.0

package import Codec

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
