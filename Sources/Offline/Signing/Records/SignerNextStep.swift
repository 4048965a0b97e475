// SPDX-License-Identifier: Apache-2.0

package import Handoff
import Stellar
package import Vault

/// What a person can do next at the signer, by what is in the vault and in the current folder. Reads public data only:
/// opens no key and proves nothing.
package enum SignerNextStep: Hashable, Sendable {
    /// The vault has no key, or there is no vault.
    case makeKey
    /// The vault, or a key file in it, cannot be read.
    ///
    /// - Parameter reason: one line, escaped.
    case examine(reason: String)
    /// There are keys, but no request to sign.
    ///
    /// - Parameters:
    ///   - untried: a key whose backup has never been tested; nil if there is none.
    ///   - hasAnswered: whether the folder has requests that someone has answered.
    case awaitRequest(keys: [KeyInfo], untried: KeyName?, hasAnswered: Bool)
    /// There are keys, and requests without a response.
    case sign(keys: [KeyInfo], requests: [String], untried: KeyName?)

    /// - Parameters:
    ///   - vault: its folder, which need not exist.
    ///   - files: the requests and responses in the current folder.
    package init(vault: String, files: [CarriedFile]) {
        let listed: [ListedKey]
        do { listed = try Vault(folder: vault).list() } catch {
            self = .examine(reason: error.message)
            return
        }
        var keys: [KeyInfo] = []
        for key in listed {
            switch key.info {
            case .success(let info): keys.append(info)
            case .failure(let error):
                self = .examine(reason: error.message)
                return
            }
        }
        let state: VaultState
        do { state = try VaultState(folder: vault) } catch {
            self = .examine(reason: error.message)
            return
        }
        guard !keys.isEmpty else {
            self = .makeKey
            return
        }
        let untried = keys.first { state.seal($0.name)?.drilled == nil }?.name
        let requests = CarriedFile.unanswered(files).map(\.name)
        self =
            requests.isEmpty
            ? .awaitRequest(keys: keys, untried: untried, hasAnswered: files.contains { $0.state == .unsigned })
            : .sign(keys: keys, requests: requests, untried: untried)
    }
}
