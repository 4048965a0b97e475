// SPDX-License-Identifier: Apache-2.0

import Anchor
import CLISupport
import Handoff
import Horizon
import Journal
import OnlineSupport
import Preflight
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A transaction on its way from the options to the request: what is there already, and the ledger if it may be asked.
struct Draft {
    let options: BuildOptions
    let network: Network
    let now: Timestamp
    /// Nil when `--sequence` says that nothing is to be asked.
    var view: LedgerView?
    /// Finds accounts by name.
    private var finder: AccountFinder
    /// Finds assets by code.
    private var assets: AssetFinder
    /// What the accounts found so far are called.
    private(set) var names = AccountNames()
    /// The account whose transaction it is, which pays the fee.
    let source: MuxedAccount
    /// The account that acts in the operation; nil when it is the transaction's.
    let operationSource: MuxedAccount?
    private(set) var memo: Memo
    /// The fee once it is known: a second answer of the network could be another one.
    private var knownFee: UInt32?
    /// What `--append-to` named.
    private let begun: Transaction?
    private let note: String?
    /// Transactions that this one authorizes in advance; they go along for the review.
    private var preauthorized: [TransactionEnvelope]
    /// Additional unverified hints.
    private var hints = JSONObject()
    /// The state of the journal when a sequence number after all pending transactions was chosen.
    private var mark: JournalMark?
    private var choice: NumberChoice?

    /// - Parameter documented: the network that an option names besides.
    init(_ options: BuildOptions, network documented: Network? = nil) throws(Failure) {
        self.options = options
        let emission = options.emission
        now = try emission.clock.time()
        try emission.checkFree()
        let earlier = try options.appendTo.map { text throws(Failure) in
            try EarlierTransaction(text, options.emission.network)
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
        // From here on what other builders record counts.
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

    /// The account that acts in the operation.
    var actor: AccountID { (operationSource ?? source).account }

    /// Whether an operation is added to a transaction that is there.
    var isAppending: Bool { begun != nil }

    // MARK: accounts

    /// An account by address, contact's name or federation name.
    mutating func account(_ text: String, _ option: String) throws(Failure) -> MuxedAccount {
        let found = try finder.find(text, option)
        names.add(found)
        return found.account
    }

    /// The same where no id of an `M…` address can stand.
    mutating func accountID(_ text: String, _ option: String) throws(Failure) -> AccountID {
        let account = try account(text, option)
        guard account.id == nil else {
            throw Failure(
                .badInput, "\(option): an M... address cannot stand here",
                hint: "the account behind it is \(account.account.address)")
        }
        return account.account
    }

    /// The account that receives: the transaction takes on the memo that it wants.
    mutating func destination(_ text: String, _ option: String) throws(Failure) -> MuxedAccount {
        let found = try finder.find(text, option)
        names.add(found)
        memo = try found.memo(beside: memo, isFixed: isAppending, option)
        return found.account
    }

    /// What a link asks to be paid, with the memo that it wants.
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

    /// What an anchor waits for in a withdrawal, with the memo by which it knows the payment.
    mutating func destination(of payment: WithdrawalPayment, through domain: HomeDomain, id: String) throws(Failure)
        -> MuxedAccount
    {
        memo = try FoundAccount(payment.destination, domain.text, .federation, memo: payment.memo)
            .memo(beside: memo, isFixed: isAppending, "--id")
        hints["withdrawal"] = ["home_domain": .string(domain.text), "id": .string(id)]
        return payment.destination
    }

    /// An asset: `native`, `XLM`, `CODE:ISSUER` or `CODE:CONTACT`; or a code alone, of what the account that acts holds or what is known.
    ///
    /// - Parameter account: whose assets a code alone means; nil for the account that acts.
    mutating func asset(_ text: String, _ option: String, heldBy account: AccountID? = nil) throws(Failure) -> Asset {
        var holder: AccountRecord?
        // What the finder asks for only where it is needed.
        if AssetFinder.needsHolder(text), var view = try ledger() {
            holder = try view.account(account ?? actor)
            self.view = view
        }
        return try assets.find(text, option, holder: holder)
    }

    /// An asset whose issuer is the account that acts, as for operations that only an issuer can do; a code alone will do.
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

    /// The signer that a transaction becomes when it is authorized in advance.
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
                .badInput, "\(option): the transaction is for another network, \(NetworkOptions.label(other))")
        }
        if !preauthorized.contains(found.envelope) { preauthorized.append(found.envelope) }
        return .preAuthTx(found.envelope.hash(on: network).hash)
    }

    /// A pool whose assets are known goes along with them, so that the signer can name them.
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

    /// Whether the network may be asked.
    private var isOffline: Bool { options.sequence != nil }

    /// The ledger, looked at for the first time when it is needed.
    mutating func ledger() throws(Failure) -> LedgerView? {
        if isOffline { return nil }
        if let view { return view }
        let made = try LedgerView(try options.emission.horizon.client(for: network), network: network)
        view = made
        return made
    }

    /// The ledger, for an option that cannot do without.
    mutating func requiredLedger(for option: String) throws(Failure) -> LedgerView {
        guard let ledger = try ledger() else {
            throw Failure(.usage, "\(option) cannot be combined with --sequence: it needs the network")
        }
        return ledger
    }

    /// The fee for each operation, in stroops.
    mutating func feePerOperation() throws(Failure) -> UInt32 {
        if let knownFee { return knownFee }
        let fee = options.fee == "auto" ? try FeeChoice.automatic(try ledger()) : try Arguments.fee(options.fee)
        knownFee = fee
        return fee
    }

    // MARK: the end

    /// Makes the transaction with the operation, checks it, and hands the request over.
    ///
    /// - Parameter resources: what a Soroban operation may touch, and what it pays for that besides the fee.
    mutating func finish(_ body: OperationBody, resources: SorobanTransactionData? = nil) throws(Failure) {
        while try !isFinished(body, resources: resources) { NumberChoice.sayTaken() }
    }

    /// - Returns: false where another program took the number that was to come behind all others.
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

    /// Refuses what the network would refuse; with the ledger at hand also for what the accounts hold.
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

    /// What is out before what is to come behind it.
    func pending(in view: inout LedgerView) throws(Failure) -> [NumberInUse] {
        try numbers().awaited(of: source.account, in: &view)
    }

    /// One for the whole run, since it remembers when that began.
    private func numbers() throws(Failure) -> NumberChoice {
        if let choice { return choice }
        return try NumberChoice(home: options.emission.home, place: options.place, now: now)
    }
}
