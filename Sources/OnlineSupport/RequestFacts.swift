// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import Horizon
import Stellar
package import StellarXDR
package import TextCodec

/// What the online side tells the signer besides the transaction: who may sign, and claims about the accounts.
package struct RequestFacts {
    /// Keys that may sign for the accounts involved; without a ledger the accounts' own.
    package private(set) var signers: [PublicKey] = []
    package let hints: JSONObject

    package init(_ envelope: TransactionEnvelope, in view: inout LedgerView?) throws(Failure) {
        var accounts = envelope.innermost.requiredThresholds.map(\.account)
        if case .feeBump = envelope.content { accounts = [envelope.feeSource.account] }
        var claims: [(String, JSON)] = []
        var signers: [PublicKey] = []
        for account in accounts {
            let record = try view?.account(account)
            let keys = record?.signers.filter { $0.weight > 0 }.compactMap { Self.key($0.key) } ?? [account]
            for key in keys where !signers.contains(key) && signers.count < 20 { signers.append(key) }
            if let record { claims.append((account.address, Self.claim(record))) }
        }
        self.signers = signers
        var members: [(String, JSON)] = [("version", 1)]
        if !claims.isEmpty { members.append(("accounts", .object(JSONObject(claims)))) }
        hints = JSONObject(members)
    }

    private static func key(_ signer: SignerKey) -> PublicKey? {
        if case .ed25519(let key) = signer { .ed25519(key) } else { nil }
    }

    private static func claim(_ record: AccountRecord) -> JSON {
        let signers = record.signers.map { signer -> JSON in
            ["key": .string(signer.key.address), "weight": .integer(signer.weight)]
        }
        return [
            "sequence": .string(String(record.sequence)),
            "thresholds": [
                "low": .integer(record.thresholds.low), "medium": .integer(record.thresholds.medium),
                "high": .integer(record.thresholds.high),
            ],
            "signers": .array(signers),
        ]
    }
}
