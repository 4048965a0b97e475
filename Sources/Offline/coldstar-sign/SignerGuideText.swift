// SPDX-License-Identifier: Apache-2.0

import Codec
import Signing
import Stellar
import Vault

extension SignerNextStep {
    /// At most five lines: the state, and the commands that follow from it.
    var lines: [String] {
        let all = "  coldstar-sign --help            lists all commands"
        switch self {
        case .makeKey:
            return [
                "There is no key in this vault yet.",
                "  coldstar-sign key new NAME      makes one: have paper ready for its words",
                "  coldstar-sign key import NAME   takes the words or secret key that you have",
                "  coldstar-sign doctor            checks this machine first", all,
            ]
        case .examine(let reason):
            return [
                "The vault needs attention: \(reason)",
                "  coldstar-sign doctor            shows what is wrong with it",
                "  coldstar-sign restore FILE      restores a whole vault from its backup", all,
            ]
        case .awaitRequest(let keys, let untried):
            return [
                Self.text(of: keys), "No request waits in this folder: carry one here from the online machine.",
                "  coldstar-sign sign FILE         shows it, asks, and signs it",
                Self.text(ofUntried: untried), all,
            ].compactMap(\.self)
        case .sign(let keys, let requests, let untried):
            let which =
                requests.count == 1
                ? "A request waits in this folder for a signature:"
                : "\(requests.count) requests wait in this folder for a signature; the first:"
            return [
                Self.text(of: keys), which,
                "  coldstar-sign sign \(ShellWord.quoted(requests[0]))", Self.text(ofUntried: untried), all,
            ].compactMap(\.self)
        }
    }

    private static func text(of keys: [KeyInfo]) -> String {
        guard keys.count > 1 else {
            return keys.map { "Key \($0.name.text): \($0.identity.text)" }.joined()
        }
        let names = keys.prefix(2).map(\.name.text).joined(separator: ", ")
        return "\(keys.count) keys: \(names)\(keys.count > 2 ? ", ..." : ""); coldstar-sign key list shows all"
    }

    private static func text(ofUntried name: KeyName?) -> String? {
        name.map { "  coldstar-sign key drill \($0.text)   tests your backup: it was never tried" }
    }
}
