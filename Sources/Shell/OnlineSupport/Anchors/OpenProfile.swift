// SPDX-License-Identifier: Apache-2.0

package import CLISupport
package import SodiumKit

/// A profile whose PIN was given, for as long as it is in use: what a domain is given is noted under the same PIN.
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

    /// Those that the domain was never given, as far as is known.
    package func new(to domain: String, among names: [String]) -> [String] {
        names.filter { !content.isGiven($0, to: domain) }
    }

    /// Notes on disk what a domain is about to be given.
    package func note(_ names: [String], givenTo domain: String) throws(Failure) {
        content.note(names, givenTo: domain)
        try content.keep(home, pin: pin)
    }
}
