// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// The keys that may sign a transaction, and unverified hints about its accounts for the signer.
struct SigningHints {
    /// The keys that may sign for the accounts involved; without ledger data, the accounts' own keys.
    private(set) var signers: [PublicKey] = []
    private(set) var hints = JSONObject([("version", 1)])

    init(
        _ envelope: TransactionEnvelope, in view: inout NetworkLedger?, names: AccountNames,
        preauthorized: [TransactionEnvelope]
    ) throws(Failure) {
        var accounts = envelope.innermost.requiredThresholds.map(\.account)
        if case .feeBump = envelope.content { accounts = [envelope.feeSource.account] }
        var claims: [(String, JSON)] = []
        for account in accounts {
            let record = try view?.account(account)
            let keys = record?.signers.filter { $0.weight > 0 }.compactMap { Self.key($0.key) } ?? [account]
            for key in keys where !signers.contains(key) && signers.count < 20 { signers.append(key) }
            let members = (record.map(Self.authority) ?? []) + Self.common(account, record, names)
            if !members.isEmpty { claims.append((account.address, .object(JSONObject(members)))) }
        }
        // The preconditions' extra signers; those of a fee bump are in the inner transaction, to which no signature can
        // be added.
        if case .transaction(let transaction) = envelope.content {
            for key in transaction.cond.extended?.extraSigners.compactMap(Self.key) ?? [] where !signers.contains(key) {
                signers.append(key)
            }
        }
        for account in envelope.innermost.receivers where !accounts.contains(account) {
            let members = Self.common(account, view?.seen(account), names)
            if !members.isEmpty { claims.append((account.address, .object(JSONObject(members)))) }
        }
        if !claims.isEmpty { hints["accounts"] = .object(JSONObject(claims)) }
        let domains = try Self.domains(of: envelope.innermost, in: &view)
        if !domains.isEmpty { hints["assets"] = .object(JSONObject(domains)) }
        if let ledger = try view?.ledger() {
            hints["ledger"] = .integer(ledger.sequence)
            if ledger.protocolVersion > Protocol.newestTested { hints["protocol"] = .integer(ledger.protocolVersion) }
        }
        if !preauthorized.isEmpty {
            hints["preauthorized"] = .array(preauthorized.map { .string(Base64.encode($0.xdr)) })
        }
    }

    private static func key(_ signer: SignerKey) -> PublicKey? {
        if case .ed25519(let key) = signer { .ed25519(key) } else { nil }
    }

    /// The hints for any account: its name here, and whether it requires a memo.
    private static func common(
        _ account: AccountID, _ record: AccountRecord?, _ names: AccountNames
    ) -> [(String, JSON)] {
        let name = names.name(of: account).map { [("name", JSON.string($0))] } ?? []
        return name + (record.map { [("memo_required", .bool($0.requiresMemo))] } ?? [])
    }

    private static func authority(_ record: AccountRecord) -> [(String, JSON)] {
        let signers = record.signers.map { signer -> JSON in
            ["key": .string(signer.key.address), "weight": .integer(signer.weight)]
        }
        let thresholds: JSON = [
            "low": .integer(record.thresholds.low), "medium": .integer(record.thresholds.medium),
            "high": .integer(record.thresholds.high),
        ]
        return [
            ("sequence", .string(String(record.sequence))), ("thresholds", thresholds), ("signers", .array(signers)),
        ]
    }

    /// The home domains that issuers have set.
    private static func domains(
        of transaction: Transaction, in view: inout NetworkLedger?
    ) throws(Failure) -> [(String, JSON)] {
        var found: [(String, JSON)] = []
        for asset in transaction.paidOrTrusted {
            guard let issuer = asset.issuer, let domain = try view?.account(issuer)?.homeDomain else { continue }
            found.append((asset.text, ["home_domain": .string(domain)]))
        }
        return found
    }
}

extension Transaction {
    /// The accounts that receive something at once, without duplicates; a claimant does not.
    fileprivate var receivers: [AccountID] {
        var seen: Set<AccountID> = []
        return operations.compactMap { $0.body.facts.transfer?.destination?.account }
            .filter { seen.insert($0).inserted }
    }

    /// The assets paid or trusted, in order, without duplicates.
    fileprivate var paidOrTrusted: [Asset] {
        var seen: Set<Asset> = []
        return operations.flatMap { operation -> [Asset] in
            let facts = operation.body.facts
            guard facts.transfer?.destination != nil || facts.trust?.asset != nil else { return [] }
            return facts.assets(by: source(of: operation).account)
        }.filter { seen.insert($0).inserted }
    }
}

extension SigningRequest {
    /// Creates the signing request for a transaction, with the known facts about its accounts.
    ///
    /// - Parameter preauthorized: transactions whose hashes it adds as signers, for review on the signer.
    package init(
        _ envelope: TransactionEnvelope, on network: Network, created: Timestamp, note: String?,
        in view: inout NetworkLedger?, names: AccountNames, preauthorized: [TransactionEnvelope] = []
    ) throws(Failure) {
        var generator = SystemRandomNumberGenerator()
        let found = try SigningHints(envelope, in: &view, names: names, preauthorized: preauthorized)
        self.init(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .transaction(envelope),
            signers: found.signers, note: note, created: created, hints: found.hints)
    }
}
