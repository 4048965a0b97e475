// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Journal
import LedgerAPI
import Review
import Stellar
import StellarXDR
package import Workspace

/// What a user wants of a change of signers: people and keys by name.
package struct SignersTerms: Sendable {
    /// A signer to add, or whose weight changes.
    package struct Addition: Hashable, Sendable, TextValue {
        package let signer: AccountReference
        /// Nil for the usual weight.
        package let weight: UInt8?

        package init(_ signer: AccountReference, weight: UInt8? = nil) { (self.signer, self.weight) = (signer, weight) }

        /// - Parameter text: an account, followed by `:WEIGHT` for a weight other than 1.
        package init(text: String) throws(Failure) {
            guard let colon = text.lastIndex(of: ":") else {
                self.init(try AccountReference(text: text))
                return
            }
            let weight = text[text.index(after: colon)...]
            guard let number = UInt8(weight), String(number) == weight else {
                throw Failure(.badInput, "the weight behind the colon must be 0 to 255")
            }
            self.init(try AccountReference(text: String(text[..<colon])), weight: number)
        }
    }

    package var account: AccountReference
    package var added: [Addition] = []
    package var removed: [SignerReference] = []
    package var rule = SignersChange.Rule.asBefore
    package var masterWeight: UInt8 = 0
    /// Responses with proofs of keys that are added.
    package var proofs: [SigningResponse] = []
    /// Whether keys may be added that have not proven themselves.
    package var allowsUnproven = false

    package init(of account: AccountReference) { self.account = account }

    /// What texts say: those of `SignersSpec`.
    package init(_ texts: FieldTexts) throws(Failure) {
        account = try texts.value(.of)
        added = try texts.values(.add)
        removed = try texts.values(.remove)
        let number: UInt8? = try texts.optional(.any)
        let thresholds: SigningThresholds? = try texts.optional(.thresholds)
        switch (number, thresholds) {
        case (nil, nil): rule = .asBefore
        case (let number?, nil): rule = .any(number)
        case (nil, let thresholds?): rule = .thresholds(thresholds)
        default: throw Failure(.usage, "give only one of \(field: .any) and \(field: .thresholds)")
        }
        let weight: UInt8? = try texts.optional(.masterWeight)
        guard !added.isEmpty || !removed.isEmpty || number != nil || thresholds != nil || weight != nil else {
            throw Failure(
                .usage,
                "nothing changes: name signers to add or to remove, how many sign, or the weight of the account's own key"
            )
        }
        masterWeight = weight ?? 0
        proofs = try texts.documents(.proof).map { document throws(Failure) in try document.response(.proof) }
        allowsUnproven = texts.isOn(.unproven)
    }
}

/// The inputs of a change of signers.
package enum SignersSpec {
    package static let fields: [InputField] = [
        InputField(.of, "Account", .account, "The account whose signers change: G..., a contact, or name*domain."),
        .optional(
            .add, "Add", .list,
            "A signer to add, or whose weight changes: G..., a contact or name*domain, with :WEIGHT for another weight than 1."
        ),
        .optional(.remove, "Remove", .list, "A signer to remove: G..., a contact, T..., X... or P..."),
        .optional(
            .any, "How many sign", .number,
            "How many of the signers, whichever they are, can sign everything together: each of them gets the weight 1."
        ),
        .optional(
            .thresholds, "Thresholds", .text, "The thresholds LOW,MEDIUM,HIGH, each 0 to 255.",
            whenEmpty: "as they are"),
        .optional(
            .masterWeight, "Weight of the account's own key", .number,
            "The weight of the account's own key, 0 to 255.", whenEmpty: "0, so that it can no longer sign"),
        .optional(
            .proof, "Proofs", .documents,
            "The signer's response with the proof of an added key; kept in the journal for the next time."),
        .optional(
            .unproven, "Without proofs", .flag, "Add keys also without a proof that their holders can sign with them."),
    ]
}

/// Requests a change of who can sign for an account: one transaction, after which every threshold can still be reached.
///
/// Its sequence number is the next one of the account as it was read, so that nothing else of the account is applied
/// between: a plan made for another state is never applied.
package struct SignersJob: RequestJob {
    private let terms: SignersTerms
    private let wanted: TransactionParameters

    /// - Parameter wanted: validity, fee and note; the source is the account itself.
    package init(_ terms: SignersTerms, _ wanted: TransactionParameters) {
        self.terms = terms
        var wanted = wanted
        wanted.source = terms.account
        (wanted.operationSource, wanted.earlier, wanted.sequence) = (nil, nil, .overtaking)
        self.wanted = wanted
    }

    /// - Throws: `.refused` for a key that has not proven itself, and for a change that would lock the account; see
    ///   also `SignersPlan`.
    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        let network = try wanted.network.resolve(documented: nil)
        var wanted = wanted
        var notices: [Notice] = []
        let prepared: (plan: SignersPlan, names: SignerNames, ledger: AnyLedger)
        do throws(Failure) { prepared = try plan(on: network, &wanted, noting: &notices) } catch {
            notices.forEach(note)
            throw error
        }
        notices.forEach(note)
        let operations = prepared.plan.operations.map { Operation(sourceAccount: nil, body: .setOptions($0)) }
        let made = try BuildJob(wanted, .operations(operations), in: prepared.ledger)
            .run(noting: note, check: check, deliver: deliver)
        for notice in prepared.plan.notices(prepared.names) { note(notice) }
        return made
    }

    /// The plan, from what the ledger says; the proofs are kept.
    private func plan(
        on network: Network, _ wanted: inout TransactionParameters, noting notices: inout [Notice]
    ) throws(Failure) -> (SignersPlan, SignerNames, AnyLedger) {
        var names = SignerNames(wanted.finder, Contacts.names(of: try wanted.context.contacts()))
        let account = try names.account(terms.account, .of)
        var change = SignersChange()
        (change.rule, change.masterWeight) = (terms.rule, terms.masterWeight)
        change.added = try terms.added.map { addition throws(Failure) in
            SignersChange.Addition(.ed25519(try names.account(addition.signer, .add).key), weight: addition.weight)
        }
        change.removed = try terms.removed.map { signer throws(Failure) in try names.key(signer, .remove) }
        wanted.finder = names.finder
        wanted.source = AccountReference(account)
        var ledger = try wanted.context.ledger(of: network, noting: &notices)
        let plan = try SignersPlan(change, of: try SigningTable(try ledger.existing(account))) { names.text(of: $0) }
        try checkProofs(of: plan.newKeys, names, on: network, in: wanted.context, noting: &notices)
        return (plan, names, ledger)
    }

    /// Keeps the proofs that came along, and refuses keys without one.
    private func checkProofs(
        of keys: [SignerKey], _ names: SignerNames, on network: Network, in context: OnlineContext,
        noting notices: inout [Notice]
    ) throws(Failure) {
        let proofs = keys.compactMap { key -> KeyProof? in
            if case .ed25519(let key) = key { KeyProof(of: .ed25519(key)) } else { nil }
        }
        try keep(proofs, on: network, in: context)
        let journal = try context.existingJournal()
        var unproven: [KeyProof] = []
        for proof in proofs {
            let name = names.text(of: .ed25519(proof.key.key))
            if let date = try proof.date(in: journal) {
                notices.append(.plain(.signers, "\(name) has proven the key (\(date.utc))"))
            } else {
                unproven.append(proof)
                guard terms.allowsUnproven else { continue }
                notices.append(
                    .warning(
                        .unprovenKey,
                        "\(name) has not shown that anyone can sign with this key: if it is wrong, this signer cannot sign"
                    ))
            }
        }
        guard !terms.allowsUnproven, !unproven.isEmpty else { return }
        throw Failure(
            .refused, .add,
            "\(unproven.map { names.text(of: .ed25519($0.key.key)) }.joined(separator: " and ")) \(unproven.count == 1 ? "has" : "have") not shown that anyone can sign with the key",
            hint: Self.advice(unproven, names))
    }

    /// The commands stand last, because they have quotes of their own.
    private static func advice(_ proofs: [KeyProof], _ names: SignerNames) -> Wording {
        let steps = proofs.map { proof -> Wording in
            let key = names.name(of: .ed25519(proof.key.key)) ?? proof.key.address
            return "\(step: .build(.proveKey(key: key, text: proof.text)))"
        }
        return
            "\(field: .unproven) goes on without a proof, \(field: .proof, "FILE") takes the response to: \(steps.joined(separator: "; "))"
    }

    /// Records the proofs in the responses.
    private func keep(_ proofs: [KeyProof], on network: Network, in context: OnlineContext) throws(Failure) {
        for response in terms.proofs {
            var kept = false
            for proof in proofs {
                guard let signature = try proof.signature(in: response) else { continue }
                kept = true
                let journal = try context.journal()
                do {
                    if try journal.request(hash: proof.hash) == nil { try record(proof, on: network, in: context) }
                    try journal.record([signature])
                } catch let error as JournalError { throw Failure(error) } catch { throw Failure(any: error) }
            }
            guard kept else {
                throw Failure(
                    .badInput, .proof, "the response \(response.hash) is not the proof of a key that is added")
            }
        }
    }

    /// Records the request of a proof that another machine has made, because a signature belongs to a request.
    private func record(_ proof: KeyProof, on network: Network, in context: OnlineContext) throws(Failure) {
        let job = try MessageJob(
            MessageContent(text: proof.text), by: AccountReference(proof.key), network: NetworkSelection(network),
            note: nil, now: wanted.now, in: context)
        _ = try job.record { _ in }
    }
}

/// What the user calls the signers of an account.
struct SignerNames {
    private(set) var finder: AccountFinder
    private var names: [AccountID: String]

    init(_ finder: AccountFinder, _ names: [AccountID: String]) { (self.finder, self.names) = (finder, names) }

    mutating func account(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> AccountID {
        let found = try finder.find(reference, field)
        guard found.account.id == nil else {
            throw Failure(
                .badInput, field, "an M... address cannot stand here",
                hint: "the account behind it is \(found.account.account.address)")
        }
        if found.origin != .address { names[found.account.account] = found.name }
        return found.account.account
    }

    mutating func key(_ reference: SignerReference, _ field: FieldID) throws(Failure) -> SignerKey {
        switch reference {
        case .key(let key): key
        case .account(let account): .ed25519(try self.account(account, field).key)
        }
    }

    /// The name, escaped; nil for none.
    func name(of key: SignerKey) -> String? {
        guard case .ed25519(let key) = key else { return nil }
        return names[.ed25519(key)].map { TerminalText.escape($0) }
    }

    /// The name and the address.
    func text(of key: SignerKey) -> String { name(of: key).map { "\($0) (\(key.address))" } ?? key.address }
}

extension SignersPlan {
    /// Who can sign what afterwards, with the user's names.
    func notices(_ names: SignerNames) -> [Notice] {
        let lines = after.phrases { names.name(of: $0) }
        let own: Wording? =
            before.masterWeight > 0 && after.masterWeight == 0
            ? "the master key of \(after.account.address) can no longer sign" : nil
        let all = lines.map { $0.wording } + (own.map { [$0] } ?? [])
        let facts = all.enumerated().map { index, line in
            index == 0 ? Notice.fact(.signers, line) : .more(.signers, line)
        }
        guard after.all.count > 1, after.needsEveryKey else { return facts }
        return facts + [
            .warning(
                .noSpareSigner,
                "not one of the \(after.all.count) signers can be missing: a lost key would lock the account for good")
        ]
    }
}

extension SigningTable {
    /// Whether no signer can be missing for what needs the most weight.
    fileprivate var needsEveryKey: Bool {
        let most = most(\.isKey)
        let needed = max(needed(.low), needed(.medium), needed(.high))
        return all.allSatisfy { $0.key.isKey && most - min(most, $0.weight) < needed }
    }
}
