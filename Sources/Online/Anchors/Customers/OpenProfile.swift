// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

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
