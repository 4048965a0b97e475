// SPDX-License-Identifier: Apache-2.0

package import Codec
import Review

/// A secret typed where a name belongs, a likely mistake with `key import`.
package enum SecretInPlaceOfName {
    /// Rejects a secret without storing or repeating it.
    package static func check(_ text: String, _ what: String) throws(Failure) {
        guard MessageLook(Array(text.utf8)) == .secret else { return }
        throw Failure(
            .usage, "\(what) is \(MessageLook.secret.rawValue), which is not repeated here",
            hint: "it may be in the shell's history; this asks for the secret: \(step: .sign(.importKey))")
    }
}
