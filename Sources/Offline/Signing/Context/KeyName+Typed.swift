// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Vault

extension KeyName {
    /// A key name as the user typed it.
    ///
    /// - Throws: `.usage` for a secret key in the place of the name, `.badInput` for anything else that is not a name.
    package init(typed text: String) throws(Failure) {
        try SecretInPlaceOfName.check(text, "the name of the key")
        do { self = try KeyName(text) } catch { throw Failure(error) }
    }
}
