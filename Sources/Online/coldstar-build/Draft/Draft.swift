// SPDX-License-Identifier: Apache-2.0

import Anchor
import Faults
import Handoff
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A transaction being built from the options, with access to the ledger where that is allowed.
struct Draft {
    let options: BuildOptions
    let network: Network
    let now: Timestamp
    /// The ledger, once it has been used; always nil with `--sequence`.
    var view: LedgerView?
    /// Finds accounts by name.
    private var finder: AccountFinder
    /// Finds assets by code.
    private var assets: AssetFinder
    /// The names of the accounts found so far.
    private(set) var names = AccountNames()
    /// The transaction's source account, which pays the fee.
    let source: MuxedAccount
    /// The operation's source account; nil when it is the transaction's.
    let operationSource: MuxedAccount?
    private(set) var memo: Memo
    /// The fee once it is known: asking the network again could give another one.
    private var knownFee: UInt32?
    /// The transaction that `--append-to` names.
    private let begun: Transaction?
    private let note: String?
    /// Transactions that this one authorizes in advance; the request carries them for the review.
    private var preauthorized: [TransactionEnvelope]
    /// Additional unverified hints.
    private var hints = JSONObject()
    /// The state of the journal when a sequence number after all pending transactions was chosen.
    private var mark: JournalMark?
    private var choice: NumberChoice?

    /// - Parameter documented: the network that another option names, such as the one of a link.
    init(_ options: BuildOptions, network documented: Network? = nil) throws(Failure) {
        self.options = options
        let emission = options.emission
        now = try emission.clock.time()
        try emission.checkFree()
        let earlier = try options.appendTo.map { text throws(Failure) in
            try EarlierTransaction(text, options.emission.network.choice)
        }
        network = try emission.network.resolve(documented: earlier?.network ?? documented)
        if let documented, documented != network {
            throw Failure(.badInput, "--append-to and --link name two different networks")
        }
        begun = earlier?.transaction
        preauthorized = earlier?.preauthorized ?? []
        if let pools = earlier?.pools, !pools.isEmpty { hints["pools"] = .array(pools) }
        note = emission.note ?? earlier?.note
        memo = try options.memo.map { text throws(Failure) in try Arguments.memo(text) } ?? begun?.memo ?? .none
        assets = AssetFinder(home: emission.home, network: network)
        var finder = AccountFinder(home: emission.home, horizon: options.sequence == nil ? emission.horizon : nil)
        var names = AccountNames()
        func account(_ text: String?, _ option: String) throws(Failure) -> MuxedAccount? {
            guard let text else { return nil }
            let found = try finder.find(text, option)
            names.add(found)
            return found.account
        }
        let given = try account(options.sourceText, "--source")
        let acting = try account(options.operationSource, "--operation-source")
        if let begun {
            source = begun.sourceAccount
            operationSource = acting ?? (given == begun.sourceAccount ? nil : given)
            try Self.checkOptionsForAppending(options)
        } else if let given {
            source = given
            operationSource = acting
        } else {
            throw Failure(.usage, "no source account is given", hint: "give --source G... or set STELLAR_ACCOUNT")
        }
        self.finder = finder
        self.names = names
        // From here on, everything that other builders record in the journal counts.
        if options.place != .next, begun == nil, options.sequence == nil {
            choice = try NumberChoice(home: emission.home, place: options.place, now: now)
        }
    }

    private static func checkOptionsForAppending(_ options: BuildOptions) throws(Failure) {
        let fixed =
            (options.memo == nil ? [] : ["--memo"]) + options.conditions.given
            + (options.afterPending ? ["the sequence number, by --after-pending,"] : [])
            + (options.afterDrafts ? ["the sequence number, by --after-drafts,"] : [])
        guard let name = fixed.first else { return }
        throw Failure(.usage, "\(name) cannot be changed by --append-to: the transaction has it already")
    }

    /// The account on whose behalf the operation acts.
    var actor: AccountID { (operationSource ?? source).account }

    /// Whether the operation is appended to an existing transaction.
    var isAppending: Bool { begun != nil }

    // MARK: accounts

    /// An account by address, contact's name or federation name.
    mutating func account(_ text: String, _ option: String) throws(Failure) -> MuxedAccount {
        let found = try finder.find(text, option)
        names.add(found)
        return found.account
    }

    /// An account as `account(_:_:)` finds it, where an `M…` address is not allowed.
    mutating func accountID(_ text: String, _ option: String) throws(Failure) -> AccountID {
        let account = try account(text, option)
        guard account.id == nil else {
            throw Failure(
                .badInput, "\(option): an M... address cannot stand here",
                hint: "the account behind it is \(account.account.address)")
        }
        return account.account
    }

    /// The destination account; sets the memo that it requires.
    mutating func destination(_ text: String, _ option: String) throws(Failure) -> MuxedAccount {
        let found = try finder.find(text, option)
        names.add(found)
        memo = try found.memo(beside: memo, isFixed: isAppending, option)
        return found.account
    }

    /// The destination of a payment link; sets the memo that the link requires.
    mutating func destination(of link: SEP7Pay) throws(Failure) -> MuxedAccount {
        switch link.destination {
        case .federated(let name):
            let account = try destination(name, "--link")
            memo = try FoundAccount(account, name, .federation, memo: link.memo)
                .memo(beside: memo, isFixed: isAppending, "--link")
            return account
        case .account(let account):
            memo = try FoundAccount(account, account.address, .address, memo: link.memo)
                .memo(beside: memo, isFixed: isAppending, "--link")
            return account
        }
    }

    /// The account to which an anchor expects a withdrawal to be paid; sets the memo by which the anchor identifies the
    /// payment.
    mutating func destination(of payment: WithdrawalPayment, through domain: HomeDomain, id: String) throws(Failure)
        -> MuxedAccount
    {
        memo = try FoundAccount(payment.destination, domain.text, .federation, memo: payment.memo)
            .memo(beside: memo, isFixed: isAppending, "--id")
        hints["withdrawal"] = ["home_domain": .string(domain.text), "id": .string(id)]
        return payment.destination
    }

    /// An asset given as `native`, `XLM`, `CODE:ISSUER`, `CODE:CONTACT`, or as a code alone, which is looked up among
    /// the assets that the operation's source account holds and the known assets.
    ///
    /// - Parameter account: the account whose assets a code alone refers to; nil for the operation's source account.
    mutating func asset(_ text: String, _ option: String, heldBy account: AccountID? = nil) throws(Failure) -> Asset {
        var holder: AccountRecord?
        // Fetch the account only where the finder needs it.
        if AssetFinder.needsHolder(text), var view = try ledger() {
            holder = try view.account(account ?? actor)
            self.view = view
        }
        return try assets.find(text, option, holder: holder)
    }

    /// An asset issued by the operation's source account, for operations that only an issuer can do; a code alone is
    /// enough.
    mutating func ownAsset(_ text: String, _ option: String) throws(Failure) -> Asset {
        if AssetFinder.needsHolder(text) {
            do { return try Asset(code: text, issuer: actor) } catch {
                throw Failure(.badInput, "\(option): \(error.message)")
            }
        }
        let asset = try asset(text, option)
        guard asset.issuer == actor else {
            throw Failure(.badInput, "\(option): only the asset's issuer can do this, and \(actor.address) is not it")
        }
        return asset
    }

    /// A signer: an account by address, contact's name or federation name, or `T…`, `X…`, `P…`.
    mutating func signer(_ text: String, _ option: String) throws(Failure) -> SignerKey {
        if let key = try? SignerKey(address: text) { return key }
        guard ContactName.isOne(text) || FederationName.isMeant(by: text) else {
            return try Arguments.signer(text, option)
        }
        return .ed25519(try accountID(text, option).key)
    }

    /// The signer key of a transaction that is to be authorized in advance.
    mutating func preauthorization(_ text: String, _ option: String) throws(Failure) -> SignerKey {
        let source = try TransactionInput(text)
        let found: (envelope: TransactionEnvelope, network: Network?)
        switch source.input.content {
        case .envelope(let envelope): found = (envelope, nil)
        case .request(let request):
            guard case .transaction(let envelope) = request.content else { throw source.noTransaction }
            found = (envelope, Network(passphrase: request.networkPassphrase))
        default: throw source.noTransaction
        }
        if let other = found.network, other != network {
            throw Failure(
                .badInput, "\(option): the transaction is for another network, \(other.label)")
        }
        if !preauthorized.contains(found.envelope) { preauthorized.append(found.envelope) }
        return .preAuthTx(found.envelope.hash(on: network).hash)
    }

    /// Adds a pool's assets to the hints, so that the signer can name them.
    mutating func add(_ pool: LiquidityPoolParameters) {
        let assets =
            switch pool {
            case .liquidityPoolConstantProduct(let found): found
            }
        let made: JSON = ["asset_a": .string(assets.assetA.text), "asset_b": .string(assets.assetB.text)]
        let known = hints["pools"]?.asArray ?? []
        if !known.contains(made) { hints["pools"] = .array(known + [made]) }
    }

    // MARK: the ledger

    /// Whether the network must not be used.
    private var isOffline: Bool { options.sequence != nil }

    /// The ledger, opened when it is first needed; nil offline.
    mutating func ledger() throws(Failure) -> LedgerView? {
        if isOffline { return nil }
        if let view { return view }
        let made = try options.emission.horizon.ledger(of: network)
        view = made
        return made
    }

    /// The ledger, for an option that needs it.
    mutating func requiredLedger(for option: String) throws(Failure) -> LedgerView {
        guard let ledger = try ledger() else {
            throw Failure(.usage, "\(option) cannot be combined with --sequence: it needs the network")
        }
        return ledger
    }

    /// The maximum fee per operation, in stroops.
    mutating func feePerOperation() throws(Failure) -> UInt32 {
        if let knownFee { return knownFee }
        let fee = options.fee == "auto" ? try FeeChoice.automatic(try ledger()) : try Arguments.fee(options.fee)
        knownFee = fee
        return fee
    }

    // MARK: the end

    /// Builds the transaction with the operation, checks it, and writes the request.
    ///
    /// - Parameter resources: the footprint and resource fee of a Soroban operation; nil for other operations.
    mutating func finish(_ body: OperationBody, resources: SorobanTransactionData? = nil) throws(Failure) {
        while try !isFinished(body, resources: resources) { NumberChoice.sayTaken() }
    }

    /// - Returns: false if another program took the sequence number that was to come after all pending transactions.
    private mutating func isFinished(
        _ body: OperationBody, resources: SorobanTransactionData?
    ) throws(Failure) -> Bool {
        let operation = Operation(sourceAccount: operationSource, body: body)
        let fee = try feePerOperation()
        var transaction =
            if let begun { try appended(to: begun, operation, fee: fee) } else { try fresh(operation, fee: fee) }
        if let resources {
            do { transaction = try transaction.using(resources) } catch { throw Failure(.badInput, error.message) }
        }
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        try check(envelope)
        if let operationSource { Console.say("acts      \(operationSource.address) (has to sign too)") }
        if case .createClaimableBalance = body {
            let id = ClaimableBalanceID(createdBy: transaction, operation: transaction.operations.count - 1)
            Console.say("balance   \(id.address) (once the transaction is applied)")
        }
        return try Emission(
            options: options.emission, network: network, envelope: envelope, created: now, note: note, view: view,
            names: names, preauthorized: preauthorized, hints: hints, mark: mark
        ).emit()
    }

    /// Rejects what the network would reject; with the ledger, also by the state of the accounts.
    private mutating func check(_ envelope: TransactionEnvelope) throws(Failure) {
        if var view = try ledger() {
            for warning in try Preflight.check(building: envelope, in: &view, now: now) {
                Console.say("warning: before submitting: \(warning.message)")
            }
            if case .setOptions = envelope.innermost.operations.last?.body, let account = try view.account(actor) {
                var levels = SigningLevels(account)
                levels.apply(envelope.innermost)
                if let complaint = levels.complaint { Console.say("warning: \(complaint)") }
            }
            self.view = view
        } else if let complaint = Complaint(formOf: envelope) {
            throw Failure([complaint])
        }
    }

    private mutating func fresh(_ operation: Operation, fee: UInt32) throws(Failure) -> Transaction {
        let draft = TransactionDraft(
            source: source, sequence: try sequence(), feePerOperation: fee,
            conditions: try options.conditions.preconditions(now: now), memo: memo, operations: [operation])
        do { return try draft.envelope().innermost } catch { throw Failure(.badInput, error.message) }
    }

    private func appended(to begun: Transaction, _ operation: Operation, fee: UInt32) throws(Failure) -> Transaction {
        if let text = options.sequence, try Arguments.number(text, "--sequence", as: Int64.self) != begun.seqNum {
            throw Failure(.badInput, "--sequence: the transaction has the sequence number \(begun.seqNum) already")
        }
        do { return try begun.appending(operation, fee: fee) } catch { throw Failure(.badInput, error.message) }
    }

    private mutating func sequence() throws(Failure) -> Int64 {
        if let text = options.sequence {
            try options.checkPlaceBesideSequence()
            let given = try Arguments.sequence(text)
            try numbers().check(given, of: source.account, on: network)
            return given
        }
        guard var view = try ledger() else { preconditionFailure("without --sequence the ledger may be asked") }
        defer { self.view = view }
        let numbers = try numbers()
        self.choice = numbers
        mark = try numbers.mark()
        return try numbers.next(of: source.account, in: &view)
    }

    /// The transactions of the source account that this one comes after.
    func pending(in view: inout LedgerView) throws(Failure) -> [NumberInUse] {
        try numbers().awaited(of: source.account, in: &view)
    }

    /// The sequence number choice of this run: one instance, because it remembers the journal's position at the start.
    private func numbers() throws(Failure) -> NumberChoice {
        if let choice { return choice }
        return try NumberChoice(home: options.emission.home, place: options.place, now: now)
    }
}
