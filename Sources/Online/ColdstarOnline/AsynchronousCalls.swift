// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar

/// What happens while transactions are submitted.
public enum SubmissionProgress: Hashable, Sendable {
    /// A line for a person, such as that another transaction was requested with the same number.
    case note(String)
    /// A transaction has its outcome.
    case ended(SubmittedTransaction)
}

// The verbs for tasks. Each runs the blocking variant on its own thread, and waits for it without blocking. If the task
// is cancelled, no request is begun any more, and the call ends once the request in progress has its answer or its time
// is over.

extension OnlineClient {
    /// The account as the servers show it now, for a task.
    ///
    /// - Parameter account: for an `M…` address, the account on the ledger behind it.
    /// - Throws: `CancellationError` if the task was cancelled; otherwise a ``/ColdstarStellar/ColdstarError``, as the
    ///   blocking variant.
    public func account(_ account: Account) async throws -> AccountState? {
        try await inThread { client throws(ColdstarError) in try client.account(account) }
    }

    /// A transaction as a ledger has it, for a task.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; otherwise a ``/ColdstarStellar/ColdstarError``, as the
    ///   blocking variant.
    public func appliedTransaction(_ hash: ColdstarStellar.TransactionHash) async throws -> AppliedTransaction? {
        try await inThread { client throws(ColdstarError) in try client.appliedTransaction(hash) }
    }

    /// Builds a transaction of one operation of contracts with resources that are known already, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func request(
        _ operation: TransactionOperation, resources: WireValue, from source: Account,
        _ terms: TransactionTerms = TransactionTerms()
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.request(operation, resources: resources, from: source, terms)
        }
    }

    /// Creates an account on a test network through the network's friendbot, for a task.
    ///
    /// - Parameter account: does not exist yet.
    /// - Throws: `CancellationError` if the task was cancelled: then friendbot may have created the account. Otherwise
    ///   a ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    @discardableResult public func fund(_ account: Account) async throws -> ColdstarStellar.TransactionHash? {
        try await inThread { client throws(ColdstarError) in try client.fund(account) }
    }

    /// Builds a transaction, checks it against the ledger, and records the request to sign it, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func request(
        _ operations: [TransactionOperation], from source: Account, _ terms: TransactionTerms = TransactionTerms()
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in try client.request(operations, from: source, terms) }
    }

    /// Builds a call of a contract, which a Stellar RPC server simulates, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func request(
        calling contract: ContractAddress, _ function: ByteString, _ arguments: [ContractValue], from source: Account,
        _ terms: TransactionTerms = TransactionTerms(), maximumResourceFee maximum: Int64? = nil
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.request(
                calling: contract, function, arguments, from: source, terms, maximumResourceFee: maximum)
        }
    }

    /// Records the request to sign a transaction of a contract's operation after its simulation, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func request(
        simulating transaction: Transaction, maximumResourceFee maximum: Int64? = nil, note: String? = nil
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.request(simulating: transaction, maximumResourceFee: maximum, note: note)
        }
    }

    /// Builds transactions for many payments and records a request for each, all or none, for a task.
    ///
    /// The parameters are those of the blocking variant; `note` is called on another thread.
    /// - Throws: `CancellationError` if the task was cancelled before the requests were recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func requests(
        _ payments: [BatchPayment], from source: Account, _ terms: TransactionTerms = TransactionTerms(),
        checksAccounts: Bool = true, note: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> [SigningRequest] {
        try await inThread { client throws(ColdstarError) in
            try client.requests(payments, from: source, terms, checksAccounts: checksAccounts, note: note)
        }
    }

    /// Requests a fee bump of a signed transaction, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func feeBumpRequest(
        of signed: Transaction, paidBy payer: Account, maximumFee: Int64, note: String? = nil
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.feeBumpRequest(of: signed, paidBy: payer, maximumFee: maximumFee, note: note)
        }
    }

    /// Requests a fee bump of a transaction that the journal has, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func feeBumpRequest(
        of hash: TransactionHash, paidBy payer: Account, maximumFee: Int64, note: String? = nil
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.feeBumpRequest(of: hash, paidBy: payer, maximumFee: maximumFee, note: note)
        }
    }

    /// Requests the cancellation of a transaction, for a task. It has nothing to do with the cancellation of the task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func cancellationRequest(
        of transaction: Transaction, _ terms: TransactionTerms = TransactionTerms()
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in try client.cancellationRequest(of: transaction, terms) }
    }

    /// Requests the cancellation of a transaction that the journal has, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func cancellationRequest(
        of hash: TransactionHash, _ terms: TransactionTerms = TransactionTerms()
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in try client.cancellationRequest(of: hash, terms) }
    }

    /// Builds a transaction again, in the place of one that expired, failed, or was not signed by anyone, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func rebuildRequest(
        of hash: TransactionHash, _ terms: TransactionTerms = TransactionTerms(), allowingOpen: Bool = false
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.rebuildRequest(of: hash, terms, allowingOpen: allowingOpen)
        }
    }

    /// Builds a new transaction like an earlier one, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func repeatRequest(
        of hash: TransactionHash, amount: Amount? = nil, _ terms: TransactionTerms = TransactionTerms()
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.repeatRequest(of: hash, amount: amount, terms)
        }
    }

    /// Builds a change of who can sign for an account, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func signersRequest(
        of account: Account, _ change: SignersChange, _ terms: TransactionTerms = TransactionTerms()
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in try client.signersRequest(of: account, change, terms) }
    }

    /// Reads what moved in an account during a period, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled; otherwise a ``/ColdstarStellar/ColdstarError``, as the
    ///   blocking variant.
    public func statement(
        of account: Account, from first: String? = nil, to last: String? = nil
    ) async throws -> Statement {
        try await inThread { client throws(ColdstarError) in
            try client.statement(of: account, from: first, to: last)
        }
    }

    /// Fetches a login challenge from an anchor, checks it, and records the request to sign it, for a task.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled before the request was recorded; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    /// - Source: SEP-10 §Challenge.
    public func loginRequest(
        at homeDomain: String, as account: Account, memo: UInt64? = nil, clientDomain: String? = nil
    ) async throws -> SigningRequest {
        try await inThread { client throws(ColdstarError) in
            try client.loginRequest(at: homeDomain, as: account, memo: memo, clientDomain: clientDomain)
        }
    }

    /// Exchanges a signed challenge for the anchor's token, for a task.
    ///
    /// - Parameter signed: the signed challenge, or the response to a request of this journal.
    /// - Throws: `CancellationError` if the task was cancelled; otherwise a ``/ColdstarStellar/ColdstarError``, as the
    ///   blocking variant.
    /// - Source: SEP-10 §Token.
    public func login(_ signed: String) async throws -> Login {
        try await inThread { client throws(ColdstarError) in try client.login(signed) }
    }

    /// Checks signed transactions as a submission and the network would, for a task; submits nothing.
    ///
    /// The parameters are those of the blocking variant.
    /// - Throws: `CancellationError` if the task was cancelled; otherwise a ``/ColdstarStellar/ColdstarError``, as the
    ///   blocking variant.
    public func check(_ signed: [String], of request: SigningRequest? = nil) async throws -> [TransactionCheck] {
        try await inThread { client throws(ColdstarError) in try client.check(signed, of: request) }
    }

    /// Submits signed transactions, and follows each until its outcome is certain or the time is over, for a task.
    ///
    /// If the task is cancelled before anything is recorded, nothing is sent and this throws `CancellationError`. If it
    /// is cancelled later, nothing more is sent, and this returns what is known: the outcome of what may have arrived
    /// is ``SubmittedTransaction/Outcome/unknown(_:)``, and of what waits in the journal
    /// ``SubmittedTransaction/Outcome/notSubmitted(_:)``. ``resume(waiting:progress:)`` continues with both.
    /// - Parameters:
    ///   - signed: signed envelopes, or responses to requests of this journal, in any format.
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any.
    ///   - time: how long to wait for the outcome of each transaction, from its turn, in whole seconds.
    ///   - progress: called on another thread, in order.
    /// - Returns: one result for each transaction, in the order given.
    /// - Throws: `CancellationError`; otherwise a ``/ColdstarStellar/ColdstarError``, as the blocking variant.
    public func submit(
        _ signed: [String], of request: SigningRequest? = nil, waiting time: Duration = .seconds(60),
        progress: @escaping @Sendable (SubmissionProgress) -> Void = { _ in }
    ) async throws -> [SubmittedTransaction] {
        try await inThread { client throws(ColdstarError) in
            try client.submit(signed, of: request, waiting: time, telling: progress)
        }
    }

    /// Submits one signed transaction, as ``submit(_:of:waiting:progress:)->[SubmittedTransaction]`` does several.
    ///
    /// The parameters are the same.
    /// - Throws: as there; ``/ColdstarStellar/ColdstarError/Kind/misuse`` also for several transactions.
    public func submit(
        _ signed: String, of request: SigningRequest? = nil, waiting time: Duration = .seconds(60),
        progress: @escaping @Sendable (SubmissionProgress) -> Void = { _ in }
    ) async throws -> SubmittedTransaction {
        try await inThread { client throws(ColdstarError) in
            try client.submit(one: signed, of: request, waiting: time, telling: progress)
        }
    }

    /// Continues with every transaction of the journal whose outcome is unknown, and sends those that are still queued,
    /// for a task.
    ///
    /// - Parameters:
    ///   - time: how long to wait for the outcome of each transaction, from its turn, in whole seconds.
    ///   - progress: called on another thread, in order.
    /// - Returns: one result for each transaction of the client's network; empty if nothing is pending. If the task is
    ///   cancelled, as for ``submit(_:of:waiting:progress:)->[SubmittedTransaction]``.
    /// - Throws: `CancellationError` if the task was cancelled before anything began; otherwise a
    ///   ``/ColdstarStellar/ColdstarError``.
    public func resume(
        waiting time: Duration = .seconds(60), progress: @escaping @Sendable (SubmissionProgress) -> Void = { _ in }
    ) async throws -> [SubmittedTransaction] {
        try await inThread { client throws(ColdstarError) in try client.resume(waiting: time, telling: progress) }
    }

    /// Runs a call on a thread of its own; a task that is cancelled cancels it.
    private func inThread<Result: Sendable>(
        _ call: @escaping @Sendable (OnlineClient) throws(ColdstarError) -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        let client = OnlineClient(self, cancelledBy: cancellation)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
                let isStarted = CallThread.start {
                    do throws(ColdstarError) {
                        continuation.resume(returning: try client.beginning(call))
                    } catch {
                        // The servers did not fail: nothing was asked of them any more.
                        continuation.resume(throwing: cancellation.isCancelled ? CancellationError() : error)
                    }
                }
                guard !isStarted else { return }
                continuation.resume(
                    throwing: ColdstarError(Failure(.unreachable, "cannot start a thread; try again")))
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func beginning<Result>(
        _ call: (OnlineClient) throws(ColdstarError) -> Result
    ) throws(ColdstarError) -> Result {
        guard !isCancelled else { throw ColdstarError(Failure(.unreachable, "the call was cancelled")) }
        return try call(self)
    }
}

/// A thread for one call, since a call that waits for servers must not take one of the few threads that run all tasks.
private enum CallThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// - Returns: false if the system starts no further thread; then `body` is not called.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Where the usual stack is small, a deeply nested document would not fit.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        if result != 0 { work.release() }
        return result == 0
    }
}
