// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec
import XDR

extension Claims {
    /// Who signs for an account as the request has it, from its hints; nil when it does not say, or not in a way that
    /// is understood.
    ///
    /// Good for telling what a change may lead to, never for calming anything.
    func account(_ account: AccountID) -> KnownAccount? { accounts[account] }

    mutating func readAccounts() {
        (accounts, knownKeys, hintedSigners) = ([:], [], 0)
        for (address, claimed) in hints?["accounts"]?.asObject?.members ?? [] {
            let signers = claimed["signers"]?.asArray ?? []
            hintedSigners += signers.count
            // More are refused before anything is made of them.
            guard hintedSigners <= Self.mostSigners else { continue }
            let keys = signers.map { signer in signer["key"]?.asString.flatMap { try? SignerKey(address: $0) } }
            for case .ed25519(let key)? in keys { knownKeys.insert(key) }
            guard let account = try? AccountID(address: address) else { continue }
            accounts[account] = Self.known(account, claimed, signers, keys)
        }
    }

    private static func known(
        _ account: AccountID, _ claimed: JSON, _ signers: [JSON], _ keys: [SignerKey?]
    ) -> KnownAccount? {
        guard let thresholds = claimed["thresholds"], claimed["signers"]?.asArray != nil,
            let low = thresholds["low"]?.asInteger(UInt32.self),
            let medium = thresholds["medium"]?.asInteger(UInt32.self),
            let high = thresholds["high"]?.asInteger(UInt32.self), signers.count <= Authority.mostSigners + 1
        else { return nil }
        var masterWeight: UInt32 = 0
        var others: [Signer] = []
        for (signer, key) in zip(signers, keys) {
            guard let weight = signer["weight"]?.asInteger(UInt32.self), let key else { return nil }
            if key == .ed25519(account.key) {
                masterWeight = weight
            } else {
                others.append(Signer(key: key, weight: weight))
            }
        }
        return KnownAccount(
            account: account, masterWeight: masterWeight, signers: others, low: low, medium: medium, high: high)
    }
}
