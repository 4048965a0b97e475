// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
import Journal
package import LedgerAPI
import LedgerXDR
import Review
package import Stellar
package import StellarXDR
package import Workspace

/// What an applied transaction was and did: its result, what it changed of balances, the events of tokens, what a call
/// returned, what it cost, and who signed it.
package struct TransactionDetails: Presentable {
    private let transaction: LedgerTransaction
    /// The user's names for accounts.
    private let names: [AccountID: String]
    private let signers: [TransactionSigner]
    /// What a call returned, by the types of its contract; nil for everything else.
    private let returned: String?
    /// Why a call failed; nil for everything else, and where the server does not say.
    private let callFault: CallFault?

    /// How many events and effects are shown; all are in the document.
    private static let mostShown = 100

    /// - Parameter client: knows the contract that was called; nil for no interface.
    package init(_ transaction: LedgerTransaction, names: [AccountID: String], by client: RPCClient?) {
        self.transaction = transaction
        self.names = names
        signers = TransactionSigner.all(
            of: transaction.transaction, among: names.keys.sorted { $0.address < $1.address }.map { .ed25519($0.key) })
        var returned: String?
        if let value = transaction.returnValue, value != .void {
            let call = transaction.transaction.envelope.innermost.operations.first?.body.calledFunction
            let interface = call?.contractID.flatMap { contract in
                client.flatMap { try? ContractInterface(contract, from: $0) }
            }
            returned = SimulationReport.text(of: value, call.map { ContractCall($0, of: interface) })
        }
        self.returned = returned
        callFault = transaction.callError.map { CallFault($0, by: client) }
    }

    private var envelope: TransactionEnvelope { transaction.transaction.envelope }
    private var inner: Transaction { envelope.innermost }
    private var network: Network { transaction.transaction.network }

    /// Why it failed; nil if it did not, or the result cannot be read.
    private var failure: ResultExplanation? {
        guard !transaction.isSuccessful, let codes = transaction.codes else { return nil }
        return ResultText.explain(codes, operations: inner.operations.map(\.type))
    }

    private var codeText: String? {
        guard !transaction.isSuccessful, let codes = transaction.codes else { return nil }
        let operation = codes.failedOperation.map { ", \($0.code.rawValue)" } ?? ""
        return TerminalText.escape("\(codes.decisive.rawValue)\(operation)")
    }

    private var events: [AssetEvent] { transaction.events.compactMap { AssetEvent($0, on: network) } }

    private var allowances: [AllowanceEvent] {
        transaction.events.compactMap { AllowanceEvent($0, on: network) }
    }

    /// Events that are not those of an asset: anyone's contract may write anything in them.
    private var others: Int { transaction.events.count - events.count - allowances.count }

    private func name(_ account: AccountID?) -> String? { account.flatMap { names[$0] } }

    private func named(_ address: String, _ account: AccountID?) -> String {
        name(account).map { "\(address) (\(TerminalText.escape($0)))" } ?? address
    }

    private func named(_ party: PaymentParty?) -> String { party.map { named($0.address, $0.account) } ?? "no one" }

    // MARK: the document

    package var document: JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        var members: [(String, JSON)] = [
            ("hash", .string(transaction.hash.hex)), ("inner_hash", optional(transaction.transaction.innerHash?.hex)),
            ("network_passphrase", .string(network.passphrase)), ("successful", .bool(transaction.isSuccessful)),
            ("ledger", .integer(transaction.ledger)), ("time", .string(transaction.time.rfc3339)),
            ("source", .string(inner.sourceAccount.address)), ("sequence", .string(String(inner.seqNum))),
            ("memo", inner.memo.document),
            ("fee_account", .string(envelope.feeSource.address)),
            ("fee_charged", optional(transaction.feeCharged.map { Amount(stroops: $0).fixedText })),
            ("fee_returned", .string(Amount(stroops: transaction.refund).fixedText)),
            ("rent", optional(transaction.rent.map { Amount(stroops: $0).fixedText })),
            ("max_fee", .string(Amount(stroops: envelope.fee).fixedText)),
            ("codes", transaction.codes?.json ?? .null), ("explanation", optional(failure?.meaning)),
            ("call_error", optional(callFault?.message.plain)),
            ("operations", .array(inner.operations.map { .string(words(of: $0)) })),
            ("authorized_by", .array(authorizers.map { .string($0.address) })),
        ]
        members.append(
            ("restored", .array(transaction.restoredEntries.map { .string(Base64.encode($0.xdr)) })))
        members.append(("effects", transaction.effects.map { .array($0.map(Self.json)) } ?? .null))
        members += [
            ("events", .array(events.map(Self.json))), ("allowances", .array(allowances.map(Self.json))),
            ("other_events", .integer(others)),
            ("returned", optional(returned)), ("signed_by", .array(signers.map { .string($0.text) })),
        ]
        return .object(JSONObject(members))
    }

    private static func json(_ effect: LedgerTransaction.Effect) -> JSON {
        [
            "account": .string(effect.account.address), "asset": .string(effect.asset.text),
            "change": .string(Amount.text(ofSum: effect.change)),
        ]
    }

    private static func json(_ event: AssetEvent) -> JSON {
        [
            "kind": .string(event.kind.rawValue), "asset": .string(event.asset.text),
            "amount": .string(event.amount.fixedText), "from": event.from.map { .string($0.address) } ?? .null,
            "to": event.to.map { .string($0.address) } ?? .null,
        ]
    }

    private static func json(_ event: AllowanceEvent) -> JSON {
        [
            "holder": .string(event.holder.address), "spender": .string(event.spender.address),
            "asset": .string(event.asset.text), "amount": .string(event.amount.fixedText),
            "until_ledger": .integer(event.until),
        ]
    }

    // MARK: the text

    package var text: [TextPart] {
        var facts = [TextFact("transaction", Wording(transaction.hash.hex))]
        if let hash = transaction.transaction.innerHash { facts.append(TextFact("around", Wording(hash.hex))) }
        facts.append(result)
        facts.append(TextFact("source", Wording(named(inner.sourceAccount.address, inner.sourceAccount.account))))
        facts.append(TextFact("sequence", "\(inner.seqNum)"))
        if inner.memo != .none { facts.append(TextFact("memo", Wording(inner.memo.shown))) }
        facts.append(fee)
        facts.append(
            TextFact(
                "signed by",
                signers.isEmpty
                    ? ["no one"]
                    : signers.map { signer in
                        if case .key(.ed25519(let key)) = signer {
                            Wording(named(signer.text, .ed25519(key)))
                        } else {
                            Wording(signer.text)
                        }
                    }))
        facts.append(
            TextFact(
                "does", inner.operations.enumerated().map { Wording(line($0, $1, of: inner.operations.count)) }))
        if !authorizers.isEmpty {
            facts.append(
                TextFact(
                    "authorized",
                    authorizers.map { address in
                        Wording(named((try? PaymentParty(address.address)) ?? nil))
                    }))
        }
        facts.append(balances)
        let restored = transaction.restoredEntries
        if !restored.isEmpty {
            facts.append(TextFact("restored", Wording(Phrase(entries: restored, "archived ").plain)))
        }
        let told = events.map(line) + allowances.map(line)
        if !told.isEmpty { facts.append(TextFact("events", shown(told))) }
        if others > 0 {
            facts.append(
                TextFact("other", "\(others) \(others == 1 ? "event" : "events") of contracts, not those of an asset"))
        }
        if let returned { facts.append(TextFact("returned", Wording(returned))) }
        return [.facts(facts)]
    }

    private var result: TextFact {
        let place = "in ledger \(transaction.ledger) at \(transaction.time.utc)"
        guard !transaction.isSuccessful else { return TextFact("result", "applied \(place)") }
        var lines: [Wording] = ["failed \(place)\(codeText.map { ": \($0)" } ?? "")"]
        if let callFault {
            lines.append(callFault.message)
            if let advice = callFault.advice { lines.append(advice) }
        } else if let failure {
            lines += [Wording(failure.meaning), failure.advice]
        }
        return TextFact("result", lines)
    }

    private var fee: TextFact {
        let charged = transaction.feeCharged.map { Amount(stroops: $0).text } ?? "an unknown amount of"
        var text = "\(charged) XLM of at most \(Amount(stroops: envelope.fee).text)"
        if let rent = transaction.rent, rent > 0 { text += " (\(Amount(stroops: rent).text) of it is rent)" }
        text += ", paid by "
        text += named(envelope.feeSource.address, envelope.feeSource.account)
        if transaction.refund > 0 {
            text += "; \(Amount(stroops: transaction.refund).text) XLM more was charged and came back"
        }
        return TextFact("fee", Wording(text))
    }

    /// In the words of the review, with the units of the assets that its events name.
    private func words(of operation: Operation) -> String {
        let assets = Set(events.map(\.asset) + allowances.map(\.asset)).filter { $0 != .native }
        let tokens = KnownTokens(
            for: inner, on: network, book: Book(assets: assets.sorted { $0.text < $1.text }), policy: nil)
        return OperationSummary.of(operation.body, tokens: tokens).plain
    }

    /// Those who signed an authorization entry of their own.
    private var authorizers: [SCAddress] {
        var found: [SCAddress] = []
        for operation in inner.operations {
            guard case .invokeHostFunction(let op) = operation.body else { continue }
            for case let one? in op.auth.map(\.credentials.address)
            where one.signature != .void && !found.contains(one.address) {
                found.append(one.address)
            }
        }
        return found
    }

    private func line(_ index: Int, _ operation: Operation, of count: Int) -> String {
        let words = words(of: operation)
        let source = operation.sourceAccount.map { " (by \($0.address))" } ?? ""
        return count == 1 ? words + source : "\(index + 1). \(words)\(source)"
    }

    private var balances: TextFact {
        guard let effects = transaction.effects else {
            return TextFact(
                "balances",
                "what it changed is not known: the server gives no metadata (\(field: .meta) reads it from a file)")
        }
        if effects.isEmpty {
            return TextFact("balances", "none changed, but for the fee")
        }
        return TextFact(
            "balances",
            shown(
                effects.map { effect in
                    let amount = Amount.text(ofSum: effect.change < 0 ? -effect.change : effect.change)
                    return "\(named(effect.account.address, effect.account)): "
                        + "\(effect.change < 0 ? "-" : "+")\(amount) \(effect.asset.plain)"
                }))
    }

    private func line(_ event: AssetEvent) -> String {
        let amount = "\(event.amount.text) \(event.asset.plain)"
        return switch event.kind {
        case .transfer: "\(amount) from \(named(event.from)) to \(named(event.to))"
        case .mint: "\(amount) issued to \(named(event.to))"
        case .burn: "\(amount) of \(named(event.from)) destroyed"
        case .clawback: "\(amount) taken back from \(named(event.from))"
        }
    }

    private func line(_ event: AllowanceEvent) -> String {
        let (spender, holder) = (named(event.spender), named(event.holder))
        guard event.amount > .zero else { return "\(spender) may spend no \(event.asset.plain) of \(holder) any more" }
        return
            "\(spender) may spend up to \(event.amount.text) \(event.asset.plain) of \(holder), until ledger \(event.until)"
    }

    private func shown(_ lines: [String]) -> [Wording] {
        let cut = lines.count - Self.mostShown
        return lines.prefix(Self.mostShown).map { Wording($0) } + (cut > 0 ? ["and \(cut) more"] : [])
    }
}

extension OperationBody {
    /// The call, if it calls a contract.
    fileprivate var calledFunction: InvokeContractArgs? {
        guard case .invokeHostFunction(let op) = self, case .invokeContract(let call) = op.hostFunction else {
            return nil
        }
        return call
    }
}

extension InvokeContractArgs {
    fileprivate var contractID: ContractID? {
        if case .contract(let contract) = contractAddress { contract } else { nil }
    }
}

/// Looks for an applied transaction: at the servers, in the journal's copies, and in a file.
package struct TransactionSearch {
    private let context: OnlineContext
    private let network: Network

    package init(_ context: OnlineContext, on network: Network) { (self.context, self.network) = (context, network) }

    /// The transaction and what it did.
    ///
    /// - Parameters:
    ///   - hash: for a fee bump, the outer or the inner hash.
    ///   - file: a description of it, as a server answers, or its metadata alone, in base64; nil for none.
    /// - Throws: `.noInput` if no one knows it: the message says which ledgers were looked through.
    package func details(_ hash: TransactionHash, file: [UInt8]?) throws(Failure) -> TransactionDetails {
        let names = Contacts.names(of: try context.contacts())
        let client = try context.rpcGiven(for: network)
        let text = file.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } } ?? ""
        if let file, text.hasPrefix("{") {
            do throws(JSONError) {
                return TransactionDetails(
                    try LedgerTransaction(document: try JSON(parsing: file), asked: hash, on: network), names: names,
                    by: client)
            } catch {
                throw Failure(.badInput, .meta, "the file does not describe \(hash.hex): \(error.message)")
            }
        }
        var found = try find(hash, client)
        if file != nil {
            do throws(JSONError) { found = try found.with(meta: text) } catch {
                throw Failure(
                    .badInput, .meta, "the file has no metadata of \(hash.hex): \(error.message)",
                    hint: "give what a server answers, or the member resultMetaXdr alone")
            }
        }
        return TransactionDetails(found, names: names, by: client)
    }

    /// The transaction, of which the servers or the journal have a copy.
    ///
    /// - Throws: as `details`.
    package func transaction(_ hash: TransactionHash) throws(Failure) -> LedgerTransaction {
        try find(hash, try context.rpcGiven(for: network))
    }

    private func find(_ hash: TransactionHash, _ client: RPCClient?) throws(Failure) -> LedgerTransaction {
        var looked: [String] = []
        var unanswered: Failure?
        if let client {
            do throws(RPCError) {
                let lookup = try client.transaction(hash)
                if let record = lookup.found { return LedgerTransaction(record, on: network) }
                looked.append(
                    "\(client.bases[0].authority) has only the ledgers \(lookup.oldestLedger) (\(lookup.oldestCloseTime.utc)) to "
                        + "\(lookup.latestLedger), and keeps no older ones")
            } catch {
                let failure = Failure(error)
                guard failure.kind == .unreachable else { throw failure }
                unanswered = failure
            }
        }
        if let kept = try kept(hash) { return kept }
        if let horizon = try context.horizonBeside(client, for: network) {
            do throws(HorizonError) {
                _ = try horizon.root(of: network)
                if let found = try horizon.appliedTransaction(hash, on: network) { return found }
            } catch { throw Failure(error) }
            looked.append("\(horizon.bases[0].authority) does not know it")
        }
        if let unanswered { throw unanswered }
        throw Failure(
            .noInput, "no transaction with the hash \(hash.hex) was found: \(Wording(looked.joined(separator: "; ")))",
            hint: "an older one can be read from a file that describes it: \(field: .meta, "FILE")")
    }

    /// The journal's copy of it.
    private func kept(_ hash: TransactionHash) throws(Failure) -> LedgerTransaction? {
        guard let journal = try context.existingJournal() else { return nil }
        let kept: KeptTransaction?
        do { kept = try journal.keptTransaction(network: network, hash: hash) } catch { throw Failure(error) }
        return kept.flatMap { try? LedgerTransaction($0, on: network) }
    }
}
