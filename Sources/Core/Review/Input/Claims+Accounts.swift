// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec
import XDR

extension Claims {
    /// The signers of an account according to the request's hints; nil if the hints do not name it or cannot be understood.
    ///
    /// Unverified: may predict what a change leads to, but never lowers a finding.
    func account(_ account: AccountID) -> KnownAccount? { accounts[account] }

    mutating func readAccounts() {
        (accounts, knownKeys, hintedSigners) = ([:], [], 0)
        for (address, claimed) in hints?["accounts"]?.asObject?.members ?? [] {
            let signers = claimed["signers"]?.asArray ?? []
            hintedSigners += signers.count
            // A request with more is refused before the hints are used.
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
