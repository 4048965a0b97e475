// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Handoff
import Journal
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR
package import Workspace

/// A transaction that is being built from `TransactionParameters`, with access to the ledger where that is allowed.
///
/// Give it one operation: `request(for:)` then makes the signing request.
package struct TransactionBuilder: NoticeSource {
    package let wanted: TransactionParameters
    package let network: Network
    /// The ledger, once it has been used; always nil with a sequence number of the user's.
    var view: AnyLedger?
    /// Finds what names of accounts stand for; an address stands for itself.
    var finder: AccountFinder
    /// Finds what codes of assets stand for; an asset that is given in full is one already.
    var assets: AssetFinder
    /// The names of the accounts found so far.
    var names = AccountNames()
    /// The transaction's source account, which pays the fee.
    package let source: MuxedAccount
    /// The operation's source account; nil when it is the transaction's.
    package let operationSource: MuxedAccount?
    package internal(set) var memo: Memo
    /// The fee once it is known: asking the network again could give another one.
    var knownFee: UInt32?
    /// Transactions that this one authorizes in advance; the request carries them for the review.
    var preauthorized: [TransactionEnvelope]
    /// Rates that a server named for the exchanges built so far.
    var rates: [NamedRate] = []
    /// Additional unverified hints.
    var hints = JSONObject()
    var allocator: SequenceAllocator?
    /// The state of the source account's sequence numbers, until a number is chosen by it: when that is taken, the
    /// state is out of date.
    private var numberState: SequenceAllocator.State?
    /// The journal's position when a sequence number after all pending transactions was chosen.
    var position: JournalPosition?
    /// The journal, once it was opened.
    var openedJournal: (any OnlineJournal)?
    /// What the user should read, in order; complete also after an error.
    var notices: [Notice] = []

    /// - Parameter ledger: if it was opened already.
    package init(_ wanted: TransactionParameters, in ledger: AnyLedger? = nil) throws(Failure) {
        self.wanted = wanted
        view = ledger
        let earlier = wanted.earlier
        // The input compares its network with this one where it becomes an operation.
        let documented = try wanted.network.named.get() == nil ? wanted.documented : nil
        network = try wanted.network.resolve(documented: earlier?.network ?? documented)
        let model = wanted.model
        preauthorized = earlier?.preauthorized ?? model?.preauthorized ?? []
        if let hints = model?.hints { self.hints = hints }
        if let pools = earlier?.pools, !pools.isEmpty { hints["pools"] = .array(pools) }
        memo = wanted.memo ?? earlier?.transaction.memo ?? .none
        assets = AssetFinder(wanted.context, network: network)
        var finder = wanted.finder
        var names = model?.names ?? AccountNames()
        func account(_ reference: AccountReference?, _ field: FieldID) throws(Failure) -> MuxedAccount? {
            guard let reference else { return nil }
            let found = try finder.find(reference, field)
            names.add(found)
            return found.account
        }
        let given = try account(wanted.source, .source)
        let acting = try account(wanted.operationSource, .operationSource)
        if let begun = earlier?.transaction {
            source = begun.sourceAccount
            operationSource = acting ?? (given == begun.sourceAccount ? nil : given)
            try wanted.checkForAppending()
        } else if let given {
            source = given
            operationSource = acting
        } else {
            throw Failure(
                .usage, "no source account is given",
                hint: "\(step: .give(.source)), or \(step: .build(.setAccount))")
        }
        self.finder = finder
        self.names = names
        // From here on, everything that other builders record in the journal counts.
        if wanted.sequence.waits, earlier == nil { _ = try numbers() }
    }

    /// The notices since the last call, also after an error.
    package mutating func takeNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    /// Notes what the user should read.
    package mutating func note(_ facts: Notice...) { notices += facts }

    /// The account on whose behalf the operation acts.
    package var actor: AccountID { (operationSource ?? source).account }

    /// The transaction to which the operation is appended; nil for a new one.
    var begun: Transaction? { wanted.earlier?.transaction }

    /// Whether the operation is appended to an existing transaction.
    package var isAppending: Bool { begun != nil }

    /// The journal, opened when it is first needed.
    mutating func journal() throws(Failure) -> any OnlineJournal {
        if let openedJournal { return openedJournal }
        let opened = try wanted.context.journal()
        openedJournal = opened
        return opened
    }
}

/// What it needs of the ledger.
extension TransactionBuilder {
    /// Whether the network must not be used.
    var isOffline: Bool { wanted.sequence.number != nil }

    /// The ledger, opened when it is first needed; nil offline.
    package mutating func ledger() throws(Failure) -> AnyLedger? {
        if isOffline { return nil }
        if let view { return view }
        let made = try wanted.context.ledger(of: network, noting: &notices)
        view = made
        return made
    }

    /// The ledger, for an input that needs it.
    package mutating func requiredLedger(for need: Wording) throws(Failure) -> AnyLedger {
        guard let ledger = try ledger() else {
            throw Failure(.usage, "\(need) cannot be combined with \(field: .sequence): it needs the network")
        }
        return ledger
    }

    /// Says what the operations name, before accounts are read: Stellar RPC gives only what is asked for.
    mutating func expect(_ named: NamedEntries) throws(Failure) {
        guard var view = try ledger() else { return }
        try view.expect(named)
        self.view = view
    }

    /// Horizon, for what Stellar RPC does not know.
    package mutating func requiredHorizon(for need: Wording) throws(Failure) -> HorizonClient {
        guard let horizon = try requiredLedger(for: need).horizon else {
            throw Failure(.usage, "\(need) needs Horizon: \(step: .give(.horizonURL))")
        }
        return horizon
    }

    /// The maximum fee per operation, in stroops.
    ///
    /// - Parameter forContracts: whether it is the inclusion fee of a contract call.
    package mutating func feePerOperation(forContracts: Bool = false) throws(Failure) -> UInt32 {
        if let knownFee { return knownFee }
        let fee = try wanted.fee.stroops(forContracts: forContracts) { () throws(Failure) in try ledger() }
        knownFee = fee
        return fee
    }
}

/// From the operations to the request.
extension TransactionBuilder {
    /// Builds the transaction with the operation, checks it, and makes the request of it.
    ///
    /// Call it again when another program took the sequence number before the request was recorded.
    /// - Parameter resources: the footprint and resource fee of a Soroban operation; nil for other operations.
    package mutating func request(
        for body: OperationBody, resources: SorobanTransactionData? = nil
    ) throws(Failure) -> BuiltRequest {
        try request(for: [Operation(sourceAccount: operationSource, body: body)], resources: resources)
    }

    /// Builds the transaction with several operations in this order; otherwise as with one.
    package mutating func request(
        for operations: [Operation], resources: SorobanTransactionData? = nil
    ) throws(Failure) -> BuiltRequest {
        try request(for: operations) { builder, drafted throws(Failure) in
            var transaction = drafted
            do throws(DraftError) { if let resources { transaction = try drafted.using(resources) } } catch {
                throw Failure(.badInput, Wording(error.message))
            }
            return (HashedTransaction(transaction.unsigned, on: builder.network), nil)
        }
    }

    /// - Parameter complete: adds what contract operations need, and gives the operations if it has reviewed them.
    mutating func request(
        for operations: [Operation],
        _ complete: (inout TransactionBuilder, Transaction) throws(Failure) -> (HashedTransaction, [OperationReview]?)
    ) throws(Failure) -> BuiltRequest {
        try ContractCallForm.check(operations, memo: memo, source: source)
        try expect(NamedEntries(operations, by: source.account))
        let fee = try feePerOperation(forContracts: operations.contains { $0.body.facts.isSoroban })
        let drafted =
            if let begun { try appended(to: begun, operations, fee: fee) } else { try fresh(operations, fee: fee) }
        let (hashed, reviewed) = try complete(&self, drafted)
        let transaction = hashed.envelope.innermost
        let first = transaction.operations.count - operations.count
        try check(hashed, since: first)
        let replaced = begun.map { ReplacedRequest($0.hash(on: network)) } ?? wanted.model?.replaced
        notices += try PaymentHistory.warnings(
            of: hashed, replacing: replaced, in: try journal(), now: view?.provenTime(wanted.now) ?? wanted.now)
        notices += try ContactMemos(in: try journal()).warnings(of: [transaction])
        if let operationSource { notices.append(.fact(.acts, "\(operationSource.address) (must also sign)")) }
        for (index, operation) in operations.enumerated() {
            guard case .createClaimableBalance = operation.body else { continue }
            let id = ClaimableBalanceID(createdBy: transaction, operation: first + index)
            notices.append(.fact(.balance, "\(id.address) (once the transaction is applied)"))
        }
        let record = view?.seen(transaction.sourceAccount.account)
        if record != nil, let earlier = try journal().signed(before: transaction, of: record, on: network) {
            hints["signed"] = .array([.string(Base64.encode(earlier.xdr))])
        }
        var built = try BuiltRequest(
            hashed, created: wanted.now, note: wanted.note ?? wanted.earlier?.note, view: view,
            names: names, preauthorized: preauthorized, hints: hints, position: position, journal: openedJournal,
            reviewed: reviewed)
        built.replaced = replaced
        return built
    }

    /// Rejects what the network would reject; with the ledger, also by the state of the accounts.
    ///
    /// - Parameter known: the number of operations that were there before: warnings about them were given before.
    private mutating func check(_ hashed: HashedTransaction, since known: Int) throws(Failure) {
        let transaction = hashed.envelope.innermost
        if var view = try ledger() {
            notices += try view.confirm(transaction.actors(payingFee: hashed.envelope.feeSource.account))
            for warning in try Preflight.check(building: hashed, in: &view, now: wanted.now) {
                notices.append(.warning(.preflight, "before submitting: \(warning.message)"))
            }
            notices += try SigningLevels.warnings(of: transaction, since: known, in: &view)
            self.view = view
        } else if let rejection = ForecastRejection(formOf: hashed.envelope) {
            throw Failure([rejection])
        }
    }

    private mutating func fresh(_ operations: [Operation], fee: UInt32) throws(Failure) -> Transaction {
        let builder = TransactionDraft(
            source: source, sequence: try sequence(), feePerOperation: fee,
            conditions: try wanted.conditions.preconditions(now: wanted.now), memo: memo, operations: operations)
        do { return try builder.envelope().innermost } catch { throw Failure(.badInput, Wording(error.message)) }
    }

    private func appended(
        to begun: Transaction, _ operations: [Operation], fee: UInt32
    ) throws(Failure) -> Transaction {
        if let number = wanted.sequence.number, number != begun.seqNum {
            throw Failure(.badInput, .sequence, "the transaction has the sequence number \(begun.seqNum) already")
        }
        var longer = begun
        do { for operation in operations { longer = try longer.appending(operation, fee: fee) } } catch {
            throw Failure(.badInput, Wording(error.message))
        }
        return longer
    }

    private mutating func sequence() throws(Failure) -> Int64 {
        if let given = try wanted.sequence.validNumber() {
            try numbers().check(given, of: source.account, on: network, noting: &notices)
            return given
        }
        guard var view = try ledger() else {
            throw Failure(.usage, "without the network, the transaction needs a sequence number")
        }
        defer { self.view = view }
        let state = if let numberState { numberState } else { try numbers().state(of: source.account, in: &view) }
        numberState = nil
        position = state.position
        return try numbers().next(state, noting: &notices)
    }

    /// Whether this transaction comes after pending ones of the source account.
    mutating func isWaiting(in view: inout AnyLedger) throws(Failure) -> Bool {
        let state = try numbers().state(of: source.account, in: &view)
        numberState = state
        return state.isWaiting
    }

    /// The allocator of this run: one instance, because it remembers the journal's position at the start.
    private mutating func numbers() throws(Failure) -> SequenceAllocator {
        if let allocator { return allocator }
        let replaced = wanted.model?.replaced.map { Set([$0.hash]) } ?? []
        let made = try SequenceAllocator(try journal(), wanted.sequence, replacing: replaced, now: wanted.now)
        allocator = made
        return made
    }
}

/// Accounts, assets and signers as users name them.
extension TransactionBuilder {
    package mutating func account(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> MuxedAccount {
        let found = try finder.find(reference, field)
        names.add(found)
        return found.account
    }

    /// An account as `account(_:_:)` finds it, where an `M…` address is not allowed.
    package mutating func accountID(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> AccountID {
        let account = try account(reference, field)
        guard account.id == nil else {
            throw Failure(
                .badInput, field, "an M... address cannot stand here",
                hint: "the account behind it is \(account.account.address)")
        }
        return account.account
    }

    /// The destination account; sets the memo that it requires.
    package mutating func destination(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> MuxedAccount {
        if case .contract(let contract, let name)? = try finder.contract(called: reference) {
            throw Failure(
                .badInput, field,
                "\(name ?? "it") is the contract \(contract.address), which only a token transfer reaches",
                hint: "use \(step: .build(.tokenTransfer(token: "TOKEN")))")
        }
        let found = try finder.find(reference, field)
        names.add(found)
        memo = try found.memo(beside: memo, isFixed: isAppending, field)
        return found.account
    }

    /// The account or the contract that gets a token; sets the memo that an account requires.
    package mutating func recipient(
        _ reference: RecipientReference, _ field: FieldID
    ) throws(Failure) -> RecipientAddress {
        let found = try finder.recipient(reference, field)
        names.add(found)
        if case .account(let account) = found {
            memo = try account.memo(beside: memo, isFixed: isAppending, field)
        }
        return found.address
    }

    /// The account to which an anchor expects a withdrawal to be paid; sets the memo by which the anchor identifies the
    /// payment.
    package mutating func destination(of payment: WithdrawalPayment, through domain: HomeDomain, id: String)
        throws(Failure)
        -> MuxedAccount
    {
        memo = try FoundAccount(payment.destination, domain.text, .federation, memo: payment.memo)
            .memo(beside: memo, isFixed: isAppending, .transferID)
        hints["withdrawal"] = HintedWithdrawal(homeDomain: domain.text, id: id).hint
        return payment.destination
    }

    /// An asset; a code alone is looked up among the assets that the operation's source account holds and the known
    /// assets.
    ///
    /// - Parameter account: the account whose assets a code alone refers to; nil for the operation's source account.
    package mutating func asset(
        _ reference: AssetReference, _ field: FieldID, heldBy account: AccountID? = nil
    ) throws(Failure) -> Asset {
        defer { notices += assets.takeNotices() }
        // Fetch the account only where the finder needs it.
        guard reference.needsHolder, var view = try ledger() else {
            return try assets.find(reference, field, holder: nil)
        }
        let id = account ?? actor
        guard view.listsTrustlines else {
            try view.expect(try wanted.context.knownEntries(of: id, on: network))
            let holder = try view.account(id)
            self.view = view
            return try assets.findKnown(reference, field, holder: holder)
        }
        let holder = try view.account(id)
        self.view = view
        return try assets.find(reference, field, holder: holder)
    }

    package mutating func signer(_ reference: SignerReference, _ field: FieldID) throws(Failure) -> SignerKey {
        switch reference {
        case .key(let key): return key
        case .account(let account): return .ed25519(try accountID(account, field).key)
        }
    }
}
