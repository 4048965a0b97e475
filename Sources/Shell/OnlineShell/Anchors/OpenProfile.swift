// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Shell
package import SodiumKit

/// An unlocked profile, which records disclosures to domains under the same PIN.
package final class OpenProfile {
    private var content: Profile
    private let pin: SecretBytes
    private let home: HomeOptions

    package init(_ home: HomeOptions, pin: consuming SecretBytes) throws(Failure) {
        content = try Profile(home, pin: pin)
        self.pin = pin
        self.home = home
    }

    package subscript(name: String) -> String? { content.fields[name] }

    /// The fields that the domain has not received, as far as recorded.
    package func new(to domain: String, among names: [String]) -> [String] {
        names.filter { !content.isGiven($0, to: domain) }
    }

    /// Records on disk the fields that are about to be sent to a domain.
    package func note(_ names: [String], givenTo domain: String) throws(Failure) {
        content.note(names, givenTo: domain)
        try content.keep(home, pin: pin)
    }
}
