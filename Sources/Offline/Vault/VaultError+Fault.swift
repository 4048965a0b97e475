// SPDX-License-Identifier: Apache-2.0

package import Faults
import SafeFiles
import SodiumKit

extension VaultError: Fault {
    package var kind: FaultKind {
        switch self {
        case .invalidName: .usage
        case .noSuchKey: .noInput
        case .nameInUse: .cannotCreate
        case .damaged, .misplaced, .unsupportedVersion, .unsupportedFeature: .badInput
        case .cannotOpen, .secondFactor, .otherChain, .weakPIN: .refused
        case .secret(let error): error.kind
        case .sodium(let error): error.kind
        case .state(let error): error.kind
        case .file(let error): error.kind
        }
    }

    package var hint: Wording? {
        switch self {
        case .noSuchKey(_, let closest):
            "\(closest.map { "did you mean \($0.text)? " } ?? "")this shows the keys: \(step: .sign(.listKeys))"
        case .nameInUse: "choose another name"
        case .damaged, .misplaced: "restore the file from a backup"
        case .otherChain: "this shows which key is of which chain: \(step: .sign(.listKeys))"
        case .secondFactor: "\(field: .secondFactor, "FILE") names it"
        case .weakPIN: "a PIN of at least 6 digits, or better a passphrase"
        case .state(let error): error.hint
        case .invalidName, .unsupportedVersion, .unsupportedFeature, .cannotOpen, .secret, .sodium, .file: nil
        }
    }
}
