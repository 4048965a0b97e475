// SPDX-License-Identifier: Apache-2.0

import ColdstarOnline
import ColdstarStellar
import Dispatch
import Synchronization
import Testing

/// Calls of tasks over a transport of the program's own, and what cancelling leaves behind.
struct TaskTests {
    private let office = Office()

    /// The recorded network, with something to do before each request.
    private struct Watched: OnlineTransport {
        let network: RecordedNetwork
        let before: @Sendable (TransportRequest) -> Void

        func perform(_ request: TransportRequest) throws(TransportError) -> TransportResponse {
            before(request)
            return try network.perform(request)
        }
    }

    private func client(_ before: @escaping @Sendable (TransportRequest) -> Void = { _ in }) throws -> OnlineClient {
        try OnlineClient(
            folder: office.folder, network: .testnet, servers: ServerSettings(horizonURLs: [RecordedNetwork.address]),
            transport: Watched(network: office.network, before: before), clock: Office.StillClock())
    }

    /// The result of a call whose task is cancelled when the first request with this method begins.
    private func cancelled<Value: Sendable>(
        at method: String, _ call: @escaping @Sendable (OnlineClient) async throws -> Value
    ) async throws -> Value {
        let handle = Handle<Value>()
        let client = try client { request in if request.method == method { handle.cancel() } }
        let task = Task { try await call(client) }
        handle.set(task)
        return try await task.value
    }

    private final class Handle<Value: Sendable>: Sendable {
        private let task = Mutex<Task<Value, any Error>?>(nil)
        private let isKnown = DispatchSemaphore(value: 0)

        func set(_ task: Task<Value, any Error>) {
            self.task.withLock { $0 = task }
            isKnown.signal()
        }

        /// Waits for the task to be known.
        func cancel() {
            isKnown.wait()
            task.withLock { $0 }?.cancel()
            isKnown.signal()
        }
    }

    @Test func `builds, submits and reports over the caller's transport`() async throws {
        let client = try client()
        let request = try await client.request([try office.payment()], from: Office.alice.account)
        let told = Mutex<[SubmissionProgress]>([])
        let sent = try await client.submit([try Office.alice.respond(to: request)], of: request) { progress in
            told.withLock { $0.append(progress) }
        }
        #expect(sent.map(\.outcome) == [.applied(ledger: 11)] && office.network.posts == 1)
        #expect(told.withLock { $0 } == sent.map { .ended($0) })
        #expect(try await client.account(Office.alice.account)?.sequenceNumber == 100)
        #expect(try await client.resume().isEmpty)
    }

    @Test func `what a cancelled submission may have sent is unknown, and resume finds it without sending again`()
        async throws
    {
        let request = try office.request()
        let signed = try Office.alice.sign(request.transaction)
        office.network.change { $0.fates = [.appliedUnheard] }
        let sent = try await cancelled(at: "POST") { client in try await client.submit([signed], of: request) }
        guard case .unknown(let error) = sent[0].outcome else {
            Issue.record("the outcome is \(sent[0].outcome)")
            return
        }
        #expect(error.kind == .unknownOutcome && sent[0].attempts == 1)
        let resumed = try await client().resume()
        #expect(resumed.map(\.outcome) == [.applied(ledger: 11)] && office.network.posts == 1)
    }

    @Test(arguments: [(RecordedNetwork.Fate.applied, 1), (.unreachable, 2)])
    func `what the answer says that comes after the cancellation is recorded`(
        fate: RecordedNetwork.Fate, posts: Int
    ) async throws {
        let request = try office.request()
        let signed = try Office.alice.sign(request.transaction)
        office.network.change { $0.fates = [fate] }
        let sent = try await cancelled(at: "POST") { client in try await client.submit([signed], of: request) }
        if case .unknown = sent[0].outcome { Issue.record("the answer was thrown away") }
        #expect(office.network.posts == 1 && sent[0].attempts == 1)
        _ = try await client().resume()
        #expect(try office.client().submitted(request.hash)?.outcome == .applied(ledger: 11))
        #expect(office.network.posts == posts)
    }

    @Test func `a cancelled submission sends nothing more, and resume sends the rest`() async throws {
        let first = try office.request()
        let second = try office.request(TransactionTerms(memo: .id(2), sequence: .afterDrafts))
        let signed = try [first, second].map { try Office.alice.sign($0.transaction) }
        office.network.change { $0.fates = [.appliedUnheard] }
        let sent = try await cancelled(at: "POST") { client in try await client.submit(signed) }
        guard case .notSubmitted = sent[1].outcome else {
            Issue.record("the outcome is \(sent[1].outcome)")
            return
        }
        #expect(sent.map(\.attempts) == [1, 0] && office.network.posts == 1)
        let resumed = try await client().resume()
        #expect(resumed.map(\.outcome) == [.applied(ledger: 11), .applied(ledger: 11)] && office.network.posts == 2)
    }

    @Test func `a call that is cancelled before anything is recorded throws, and leaves nothing behind`() async throws {
        let request = try office.request()
        let signed = try Office.alice.sign(request.transaction)
        await #expect(throws: CancellationError.self) {
            try await cancelled(at: "GET") { client in try await client.submit(signed) }
        }
        #expect(try office.client().submitted(request.hash) == nil && office.network.posts == 0)
        let other = Office()
        let payment = try other.payment()
        await #expect(throws: CancellationError.self) {
            try await cancelled(at: "GET") { client in
                try await client.request([payment], from: Office.alice.account, TransactionTerms(memo: .id(9)))
            }
        }
        #expect(try office.client().history().map(\.hash) == [request.hash])
    }

    @Test func `an error of the call is the error of the task`() async throws {
        let stranger = Office.stranger.account
        let client = try client()
        let payment = try office.payment()
        let error = await #expect(throws: ColdstarError.self) { try await client.request([payment], from: stranger) }
        #expect(error?.message.contains("does not exist") == true)
    }

    // MARK: transports that misbehave

    private struct Fixed: OnlineTransport {
        let answer: Result<TransportResponse, TransportError>

        func perform(_ request: TransportRequest) throws(TransportError) -> TransportResponse { try answer.get() }
    }

    @Test func `rejects a redirect, a response that is too long, and one that is not a server's`() throws {
        let location = TransportRequest.Header("Location", "https://example.com/")
        for answer in [
            .success(TransportResponse(status: 302, headers: [location])),
            .success(TransportResponse(status: 200, body: Array(repeating: 0x20, count: 64 << 20))),
            .success(TransportResponse(status: 200, body: Array("hello".utf8))),
            .failure(TransportError("no route\u{1b}[2J", mayHaveArrived: false)),
        ] as [Result<TransportResponse, TransportError>] {
            let client = try OnlineClient(
                folder: office.folder, network: .testnet,
                servers: ServerSettings(horizonURLs: [RecordedNetwork.address]), transport: Fixed(answer: answer))
            let error = #expect(throws: ColdstarError.self) { try client.account(Office.alice.account) }
            #expect(error.map { !$0.message.contains("\u{1b}") } == true)
        }
        #expect(!office.hasJournal)
    }
}
