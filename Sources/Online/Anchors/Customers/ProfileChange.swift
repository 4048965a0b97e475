// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A change of the profile, as the user wrote it.
package struct ProfileChange: Sendable {
    let fields: [CustomerFieldArgument]
    let forgotten: [String]

    /// - Parameters:
    ///   - fields: `name=value`, to add or replace.
    ///   - forgotten: names, to remove.
    /// - Throws: `.usage` when there is nothing to change, `.badInput` for a name that is not in SEP-9 or an invalid value.
    package init(fields: [String], forgetting forgotten: [String]) throws(Failure) {
        guard !fields.isEmpty || !forgotten.isEmpty else {
            throw Failure(.usage, "give \(field: .field) or \(field: .forget)")
        }
        self.fields = try fields.map { text throws(Failure) in try CustomerFieldArgument(text) }
        for field in self.fields { try field.checkName() }
        self.forgotten = forgotten
    }
}
