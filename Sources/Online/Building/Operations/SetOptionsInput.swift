// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import LedgerAPI
import Stellar
package import StellarXDR
package import Workspace

/// Changes of an account's signers, thresholds, flags and home domain.
package struct SetOptionsInput: OperationInput {
    package var inflationDest: AccountReference?
    package var clearFlags: AccountFlagSet?
    package var setFlags: AccountFlagSet?
    package var masterWeight: UInt8?
    package var lowThreshold: UInt8?
    package var medThreshold: UInt8?
    package var highThreshold: UInt8?
    /// Empty to remove it.
    package var homeDomain: String?
    package var signer: SignerReference?
    /// A transaction to authorize in advance, in place of a signer.
    package var preauthorize: TransactionInput?
    package var signerWeight: UInt8?

    package init() {}

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let operation = SetOptionsOp(
            inflationDest: try inflationDest.map { account throws(Failure) in
                try builder.accountID(account, .inflationDest)
            },
            clearFlags: clearFlags?.rawValue, setFlags: setFlags?.rawValue, masterWeight: masterWeight.map(UInt32.init),
            lowThreshold: lowThreshold.map(UInt32.init), medThreshold: medThreshold.map(UInt32.init),
            highThreshold: highThreshold.map(UInt32.init), homeDomain: try domain(), signer: try signer(in: &builder))
        guard operation != Self.nothing else {
            throw Failure(.usage, "nothing to change", hint: "for the options: \(step: .build(.setOptions))")
        }
        if let both = operation.setFlags, both & (operation.clearFlags ?? 0) != 0 {
            throw Failure(.badInput, "\(field: .setFlags) and \(field: .clearFlags) both contain the same flag")
        }
        return .setOptions(operation)
    }

    private static let nothing = SetOptionsOp(
        inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
        highThreshold: nil, homeDomain: nil, signer: nil)

    private func domain() throws(Failure) -> String32? {
        guard let homeDomain else { return nil }
        let bytes = Array(homeDomain.utf8)
        guard bytes.allSatisfy({ (0x20..<0x7f).contains($0) }), let domain = String32(bytes) else {
            throw Failure(.badInput, .homeDomain, "a home domain has at most 32 printable ASCII characters")
        }
        return domain
    }

    private func signer(in builder: inout TransactionBuilder) throws(Failure) -> Signer? {
        let key: SignerKey
        switch (signer, preauthorize) {
        case (nil, nil):
            guard signerWeight == nil else { throw Self.incomplete }
            return nil
        case (let signer?, nil): key = try builder.signer(signer, .signer)
        case (nil, let input?): key = try builder.preauthorization(input, .preauthorize)
        default:
            throw Failure(.usage, "one operation changes one signer: use \(field: .signer) or \(field: .preauthorize)")
        }
        guard key != .ed25519(builder.actor.key) else {
            throw Failure(
                .badInput, .signer, "this is the account's own key",
                hint: "use \(field: .masterWeight) to set its weight")
        }
        guard let signerWeight else { throw Self.incomplete }
        if case .preAuthTx = key, preauthorize == nil, signerWeight > 0 {
            builder.notices.append(
                .warning(
                    .preauthorizedNotIncluded,
                    "the transaction that \(key.address) authorizes is not in the request, and the signer refuses that: give it with \(field: .preauthorize), or to the signer with \(field: .envelope)"
                ))
        }
        return Signer(key: key, weight: UInt32(signerWeight))
    }

    private static let incomplete = Failure(
        .usage, "\(field: .signerWeight) needs \(field: .signer) or \(field: .preauthorize), and they need it")
}

extension OperationSpec {
    package static let setOptions = OperationSpec(
        "set-options", title: "Account options", "Change signers, thresholds, flags or home domain of the account.",
        notes: "Thresholds that the signers' weights cannot reach lock the account permanently.",
        [
            .optional(
                .inflationDest, "Inflation destination", .account,
                "The inflation destination, ACCOUNT; no effect since inflation ended."),
            .optional(.clearFlags, "Flags to clear", .text, "Flags to clear, separated by commas."),
            .optional(
                .setFlags, "Flags to set", .text,
                "Flags to set, separated by commas: auth_required, auth_revocable, auth_immutable, auth_clawback_enabled."
            ),
            .optional(
                .masterWeight, "Weight of the own key", .number,
                "Weight of the account's own key, 0 to 255; with 0 it can no longer sign."),
            .optional(.lowThreshold, "Low threshold", .number, "The low threshold, 0 to 255."),
            .optional(
                .medThreshold, "Medium threshold", .number, "The medium threshold, which payments need, 0 to 255."),
            .optional(
                .highThreshold, "High threshold", .number,
                "The high threshold, which changing signers and merging need, 0 to 255."),
            .optional(
                .homeDomain, "Home domain", .text,
                "The home domain, where the account's stellar.toml is: at most 32 ASCII characters; empty removes it."
            ),
            .optional(
                .signer, "Signer", .signer,
                "A signer to add, change or remove: G..., a contact, T..., X... or P..."),
            .optional(
                .preauthorize, "Preauthorize", .document,
                "A transaction (TX) to authorize in advance: its hash becomes a signer, and it goes along for the review."
            ),
            .optional(
                .signerWeight, "Weight of the signer", .number, "The signer's weight, 0 to 255; 0 removes it."),
        ], example: [(.signer, "G..."), (.signerWeight, "1"), (.medThreshold, "2")]
    ) { texts throws(Failure) in
        var input = SetOptionsInput()
        input.inflationDest = try texts.optional(.inflationDest)
        (input.clearFlags, input.setFlags) = (try texts.optional(.clearFlags), try texts.optional(.setFlags))
        input.masterWeight = try texts.optional(.masterWeight)
        input.lowThreshold = try texts.optional(.lowThreshold)
        input.medThreshold = try texts.optional(.medThreshold)
        input.highThreshold = try texts.optional(.highThreshold)
        input.homeDomain = texts[.homeDomain]
        (input.signer, input.signerWeight) = (try texts.optional(.signer), try texts.optional(.signerWeight))
        input.preauthorize = try texts.documents(.preauthorize).last?.transaction()
        return input
    }
}

extension TransactionBuilder {
    /// The signer key of a transaction that is to be authorized in advance.
    fileprivate mutating func preauthorization(_ source: TransactionInput, _ field: FieldID) throws(Failure)
        -> SignerKey
    {
        let found = try source.toSign()
        switch found.form {
        case .envelope: break
        case .request(let request):
            guard request.network == network else {
                throw Failure(
                    .badInput, field, "the transaction is for another network, \(request.network.label)")
            }
        case .device, .link: throw source.noTransaction
        }
        if !preauthorized.contains(found.envelope) { preauthorized.append(found.envelope) }
        return .preAuthTx(found.envelope.hash(on: network).hash)
    }
}

/// An account's signer weights and its three thresholds.
struct SigningLevels {
    private let account: AccountID
    private var state: SignerForecast.State
    private static let names = ["low", "medium", "high"]
    /// What each threshold protects; below the low one the account cannot submit any transaction.
    private static let uses = [
        "submit any transaction", "pay, trade, or change trustlines or data", "change signers or merge the account",
    ]

    private init(_ record: AccountRecord) {
        account = record.id
        state = SignerForecast.State(record)
    }

    /// Applies the changes that the transaction makes to signers and thresholds.
    private mutating func apply(_ transaction: Transaction) {
        for operation in transaction.operations where transaction.source(of: operation).account == account {
            if case .set(let change)? = operation.body.facts.authority { state.apply(change, of: account) }
        }
    }

    /// A warning that names the thresholds that all signers together do not reach; nil when there are none.
    private var warning: String? {
        // A pre-authorized transaction is removed once it is applied: it cannot unlock the account again.
        let sum = state.signers.reduce(UInt64(0)) { sum, signer in
            if case .preAuthTx = signer.key { sum } else { sum + UInt64(signer.weight) }
        }
        // At least one signature is needed, whatever the threshold.
        let shut = Self.uses.indices.filter { sum < UInt64(max(1, state.thresholds[$0])) }
        guard !shut.isEmpty else { return nil }
        let levels = shut.map { "\(Self.uses[$0]) (\(Self.names[$0]) threshold, \(state.thresholds[$0]))" }
        return """
            once this is applied, the signers of \(account.address) have a total weight of \(sum), and no one can ever again \
            \(levels.joined(separator: ", "))
            """
    }

    /// Warnings about accounts that no one can sign for any longer as before.
    ///
    /// - Parameter known: the number of operations about which warnings were given before.
    static func warnings(
        of transaction: Transaction, since known: Int, in view: inout AnyLedger
    ) throws(Failure) -> [Notice] {
        var warnings: [Notice] = []
        for id in changedAccounts(in: transaction, since: known) {
            guard let account = try view.account(id) else { continue }
            var levels = SigningLevels(account)
            levels.apply(transaction)
            if let warning = levels.warning { warnings.append(.warning(.signingLevels, Wording(warning))) }
        }
        return warnings
    }

    /// The accounts whose signers or thresholds operations change, each once.
    private static func changedAccounts(in transaction: Transaction, since known: Int) -> [AccountID] {
        var accounts: [AccountID] = []
        for operation in transaction.operations.dropFirst(known) {
            guard operation.type == .setOptions else { continue }
            let account = transaction.source(of: operation).account
            if !accounts.contains(account) { accounts.append(account) }
        }
        return accounts
    }
}
