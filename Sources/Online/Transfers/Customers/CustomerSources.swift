// SPDX-License-Identifier: Apache-2.0

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

    var isEmpty: Bool { !usesProfile && fields.isEmpty && files.isEmpty }
}
