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
    func account(_ account: AccountID) -> KnownAccount? {
        guard let claimed = hints?["accounts"]?[account.address], let thresholds = claimed["thresholds"],
            let low = thresholds["low"]?.asInteger(UInt32.self),
            let medium = thresholds["medium"]?.asInteger(UInt32.self),
            let high = thresholds["high"]?.asInteger(UInt32.self), let signers = claimed["signers"]?.asArray
        else { return nil }
        var known = KnownAccount(account: account, masterWeight: 0, low: low, medium: medium, high: high)
        for signer in signers {
            guard let address = signer["key"]?.asString, let weight = signer["weight"]?.asInteger(UInt32.self),
                let key = try? SignerKey(address: address)
            else { return nil }
            if key == .ed25519(account.key) {
                known.masterWeight = weight
            } else {
                known.signers.append(Signer(key: key, weight: weight))
            }
        }
        return known
    }

    /// Keys that may sign for the accounts, as the request has it.
    var knownKeys: [Uint256] {
        let accounts = hints?["accounts"]?.asObject?.members.map(\.value) ?? []
        return accounts.flatMap { $0["signers"]?.asArray ?? [] }.compactMap { signer in
            guard let address = signer["key"]?.asString, case .ed25519(let key)? = try? SignerKey(address: address)
            else {
                return nil
            }
            return key
        }
    }
}
