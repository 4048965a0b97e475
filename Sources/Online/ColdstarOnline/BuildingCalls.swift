// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Building
import Codec
public import ColdstarStellar
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Workspace

extension OnlineClient {
    /// Builds a transaction, checks it against the ledger, and records the request to sign it.
    ///
    /// - Parameters:
    ///   - operations: 1 to 100, applied in this order, all or none.
    ///   - source: the account that acts and pays the fee.
    ///   - terms: memo, validity, fee and sequence number.
    /// - Returns: the request; its ``SigningRequest/notices`` may have warnings.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a transaction that the network would reject
    ///   now, with every reason; ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no server answers. Nothing is
    ///   recorded when this throws.
    public func request(
        _ operations: [TransactionOperation], from source: Account, _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            return try record(BuildJob(try wanted(terms, from: source), .operations(operations.map(\.value))))
        } catch { throw ColdstarError(error) }
    }

    /// Records the request to sign a transaction that was built elsewhere, exactly as it is.
    ///
    /// Uses no server, allocates no sequence number, and checks only whether the transaction is well formed.
    /// - Parameters:
    ///   - transaction: for the client's network.
    ///   - note: for the person who signs, at most 1000 bytes.
    public func request(
        _ transaction: ColdstarStellar.Transaction, note: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            try check(transaction)
            return try record(
                ComposeJob(transaction.value, on: network.value, note: note, created: now, in: context))
        } catch { throw ColdstarError(error) }
    }

    /// Builds a transaction of one operation of contracts with resources that are known already, such as those of a
    /// simulation.
    ///
    /// - Parameters:
    ///   - operation: calls or deploys a contract, uploads code, extends the time to live of entries, or restores them.
    ///   - resources: stellar-xdr `SorobanTransactionData`; its fee is added to the maximum fee.
    ///   - source: the account that pays the fee, and acts unless the operation has a source of its own.
    ///   - terms: memo, validity, fee and sequence number.
    /// - Throws: as `request(_:from:_:)`.
    public func request(
        _ operation: TransactionOperation, resources: WireValue, from source: Account,
        _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        let data: SorobanTransactionData = try resources.value("the resources")
        do throws(Failure) {
            var wanted = try wanted(terms, from: source)
            wanted.operationSource = operation.source.map { .address($0.value) }
            return try record(BuildJob(wanted, .operation(GivenOperation(body: operation.value.body, resources: data))))
        } catch { throw ColdstarError(error) }
    }

    /// Builds a call of a contract, which a Stellar RPC server simulates: it says which entries the call touches and
    /// what it costs.
    ///
    /// The client needs ``ServerSettings/rpcURLs``, or a network with a usual server. If the simulation shows that
    /// others must authorize the call, the notices say so.
    /// - Parameters:
    ///   - contract: `C…`.
    ///   - function: the function's name.
    ///   - arguments: in the order of the contract's interface.
    ///   - source: the account that acts and pays the fee.
    ///   - terms: validity, fee and sequence number.
    ///   - maximum: the highest accepted fee for resources, in stroops; nil for 10 lumens.
    /// - Throws: as `request(_:from:_:)`; ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` also for a call that
    ///   fails in the simulation.
    public func request(
        calling contract: ContractAddress, _ function: ByteString, _ arguments: [ContractValue], from source: Account,
        _ terms: TransactionTerms = TransactionTerms(), maximumResourceFee maximum: Int64? = nil
    ) throws(ColdstarError) -> SigningRequest {
        let call = try ContractFunction.call(contract, function: function, arguments: arguments).wire()
        do throws(Failure) {
            guard case .invokeContract(let arguments) = call, case .contract(let id) = arguments.contractAddress else {
                throw Failure(.badInput, "only a contract, C..., can be called")
            }
            return try record(
                BuildJob(
                    try wanted(terms, from: source),
                    .call(GivenCall(id, arguments), try SimulationTerms(maximumResourceFee: maximum))))
        } catch { throw ColdstarError(error) }
    }

    /// Records the request to sign a transaction of a contract's operation, after a Stellar RPC server has simulated it
    /// and completed its resources, fee and authorizations. Signatures that it has are void and left out.
    ///
    /// - Parameters:
    ///   - transaction: for the client's network, with one operation of contracts.
    ///   - maximum: the highest accepted fee for resources, in stroops; nil for 10 lumens.
    ///   - note: for the person who signs, at most 1000 bytes.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a transaction that fails in the simulation,
    ///   or was parsed from a text that names another network.
    public func request(
        simulating transaction: ColdstarStellar.Transaction, maximumResourceFee maximum: Int64? = nil,
        note: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            try check(transaction)
            let call = try UnsignedCall(transaction.value, on: network.value, origin: "the transaction")
            return try record(
                SimulateJob(
                    call, try SimulationTerms(maximumResourceFee: maximum), note: note, now: now,
                    in: context))
        } catch { throw ColdstarError(error) }
    }

    /// Builds transactions for many payments, checks them against the ledger, and records a request for each, all or
    /// none.
    ///
    /// Payments of one payer with the same memo share transactions, of up to 100 operations each.
    /// - Parameters:
    ///   - payments: at most 100,000.
    ///   - source: who pays what names no payer of its own.
    ///   - terms: validity, fee, note, and the sequence number of the first transaction. The memos are the payments'.
    ///   - checksAccounts: whether each receiver is looked at: whether it exists, holds the asset, and needs a memo.
    ///     That is a request or more for each of them.
    ///   - note: gets lines for a person while the call works; the requests have them too.
    /// - Returns: the requests, in the order in which they have to be applied, without a summary.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for payments that the network would reject, with
    ///   all of them in ``/ColdstarStellar/ColdstarError/details`` by their number from 1, and for payers that cannot
    ///   spend enough. Nothing is recorded when this throws.
    public func requests(
        _ payments: [BatchPayment], from source: Account, _ terms: TransactionTerms = TransactionTerms(),
        checksAccounts: Bool = true, note: (String) -> Void = { _ in }
    ) throws(ColdstarError) -> [SigningRequest] {
        do throws(Failure) {
            var wanted = BatchTerms(context: context, network: NetworkSelection(network.value), now: now)
            wanted.conditions = try terms.conditions()
            (wanted.fee, wanted.sequence, wanted.note) = (terms.fee, terms.sequence.value, terms.note)
            wanted.checksAccounts = checksAccounts
            guard terms.memo == nil else { throw Failure(.usage, "a batch has the memos of its payments") }
            let rows = try payments.enumerated().map { place, payment throws(Failure) in
                try payment.row(place + 1, from: source)
            }
            var notices: [Notice] = []
            let outcome = try BatchJob(wanted, rows: rows).run { event in
                guard case .notice(let notice) = event else { return }
                notices.append(notice)
                note(Redaction.apply(notice.line(in: PlainStyle())))
            } check: { _ throws(Failure) in
            } deliver: { requests, _ throws(Failure) in
                try requests.records.map { record throws(Failure) in try SigningRequest(record, notices: notices) }
            }
            switch outcome {
            case .built(_, let requests): return requests
            case .shortage(let shortage):
                let failure = shortage.failure
                throw Failure(
                    failure.kind, failure.reason, hint: failure.hint, details: shortage.lines, codes: failure.codes)
            }
        } catch { throw ColdstarError(error) }
    }

    /// Requests the signature of a message. No server is asked.
    ///
    /// - Parameters:
    ///   - message: at most 64 KiB of text.
    ///   - account: whose key is to sign, `G…`.
    ///   - note: for the person who signs, at most 1000 bytes.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for what the signer would refuse, such as a
    ///   secret key in it.
    /// - Source: SEP-53.
    public func messageRequest(
        _ message: String, by account: Account, note: String? = nil
    ) throws(ColdstarError) -> MessageRequest {
        do throws(Failure) {
            let job = try MessageJob(
                MessageContent(text: message), by: .address(account.value),
                network: NetworkSelection(network.value), note: note,
                now: now, in: context)
            return MessageRequest(try job.record { _ in })
        } catch { throw ColdstarError(error) }
    }

    // MARK: steps

    func wanted(_ terms: TransactionTerms, from source: Account) throws(Failure) -> TransactionParameters {
        var wanted = TransactionParameters(context: context, network: NetworkSelection(network.value), now: now)
        wanted.source = .address(source.value)
        wanted.memo = terms.memo?.value
        wanted.conditions = try terms.conditions()
        (wanted.fee, wanted.sequence, wanted.note) = (terms.fee, terms.sequence.value, terms.note)
        return wanted
    }

    func record(_ job: some RequestJob) throws(Failure) -> SigningRequest {
        var notices: [Notice] = []
        let built = try job.record { notices.append($0) }
        return try SigningRequest(built, notices: notices)
    }
}

extension OnlineClient {
    /// Fetches a login challenge from an anchor, checks it, and records the request to sign it. A challenge is valid
    /// for about 15 minutes.
    ///
    /// - Parameters:
    ///   - homeDomain: the anchor's domain, such as `example.com`.
    ///   - account: who logs in.
    ///   - memo: the id of a user of a shared account; not with an `M…` address.
    ///   - clientDomain: the domain of a wallet, whose key signs too; nil for none.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for a challenge that must not be signed.
    /// - Source: SEP-10 §Challenge.
    public func loginRequest(
        at homeDomain: String, as account: Account, memo: UInt64? = nil, clientDomain: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            let session = try session(homeDomain)
            let client = WebAuthClient(account.value, memo: memo)
            return try record(session.challengeJob(for: client, clientDomain: clientDomain, in: context))
        } catch { throw ColdstarError(error) }
    }

    /// Exchanges a signed challenge for the anchor's token, and keeps it in the folder, readable by its owner only.
    ///
    /// The challenge is sent only to the server that the home domain names now, and only if that server's key made it.
    /// - Parameter signed: the signed challenge, or the response to a request of this journal; a contract account's
    ///   login is always a response.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for what is not a signed challenge, or has
    ///   expired; ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if the anchor does not accept the
    ///   signatures; and ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for an answer that is not a token
    ///   for this login.
    /// - Source: SEP-10 §Token, SEP-45 §Token.
    public func login(_ signed: String) throws(ColdstarError) -> Login {
        do throws(Failure) {
            let source = try TransactionInput(Array(signed.utf8), origin: "the signed challenge")
            let journal = try context.journal()
            let job = LoginJob(
                try SignerReply(source, journal: journal), network: choice, context: context, now: now)
            let login = try job.run(
                accepts: { network throws(Failure) in try check(network) }, noting: journal)
            return Login(login)
        } catch { throw ColdstarError(error) }
    }

    private func session(_ homeDomain: String) throws(Failure) -> AnchorSession {
        let context = context
        let settings = try AnchorSettings(context) { Timestamp(UInt64(max(0, context.clock()))) }
        return try AnchorSession(homeDomain: homeDomain, client: nil, network: network.value, settings: settings)
    }
}

/// One payment of a batch.
public struct BatchPayment: Hashable, Sendable {
    /// Who receives it.
    public var destination: Account
    /// How much, above zero.
    public var amount: ColdstarStellar.Amount
    /// Of what.
    public var asset: ColdstarStellar.Asset
    /// What the recipient needs; nil for none.
    public var memo: ColdstarStellar.Memo?
    /// Who pays; nil for the source of the batch.
    public var payer: Account?

    /// The parameters are the properties.
    public init(
        of amount: ColdstarStellar.Amount, _ asset: ColdstarStellar.Asset = .native, to destination: Account,
        memo: ColdstarStellar.Memo? = nil, payer: Account? = nil
    ) {
        (self.amount, self.asset, self.destination) = (amount, asset, destination)
        (self.memo, self.payer) = (memo, payer)
    }

    fileprivate func row(_ number: Int, from source: Account) throws(Failure) -> BatchRow {
        guard destination.id == nil || memo == nil else {
            throw Failure(
                .badInput,
                "payment \(number): an M... address says whom a payment is for, and needs no memo besides")
        }
        return BatchRow(
            line: number, source: (payer ?? source).value, destination: destination.value, asset: asset.value,
            amount: amount.value, memo: memo?.value ?? .none)
    }
}

/// An operation of contracts with its resources.
private struct GivenOperation: OperationInput {
    let body: OperationBody
    let resources: SorobanTransactionData?

    func body(in draft: inout TransactionBuilder) -> OperationBody { body }
}
