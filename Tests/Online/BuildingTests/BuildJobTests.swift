// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

struct BuildJobTests {
    private let office = Office()

    private func job(_ sequence: SequenceChoice = .number(101)) throws -> BuildJob {
        BuildJob(office.request { $0.sequence = sequence }, .operation(try office.pay()))
    }

    @Test func `a preview records nothing, a run does before it delivers`() throws {
        let preview = try job().preview { _ in }
        let journal = try office.context.journal()
        #expect(try journal.signingRequest(hash: preview.hash) == nil)
        let (built, wasThere) = try job().run(noting: { _ in }, check: { _ throws(Failure) in }) {
            built, _ throws(Failure) in
            try journal.signingRequest(hash: built.hash) != nil
        }
        #expect(wasThere && built.hash == preview.hash)
    }

    @Test func `what cannot be handed over is not recorded`() throws {
        #expect(throws: Failure(.cannotCreate, "taken")) {
            try job().run(
                noting: { _ in }, check: { _ throws(Failure) in throw Failure(.cannotCreate, "taken") },
                deliver: { _, _ throws(Failure) in Issue.record("it was delivered") })
        }
        #expect(throws: Failure(.cannotCreate, "full")) {
            _ = try job().run(noting: { _ in }, check: { _ throws(Failure) in }) { _, _ throws(Failure) -> Int in
                throw Failure(.cannotCreate, "full")
            }
        }
        let preview = try job().preview { _ in }
        #expect(try office.context.journal().signingRequest(hash: preview.hash) == nil)
    }

    @Test func `what a user should read is told also before an error`() throws {
        var told: [Codec.Notice] = []
        #expect(throws: Failure.self) {
            let wanted = office.request { $0.conditions.expiry = .at(Timestamp(1)) }
            _ = try BuildJob(wanted, .operation(try OperationSpec.inflation.operation([:]))).preview { told.append($0) }
        }
        #expect(told.map(\.code) == [.noInflation])
    }

    // MARK: payment links

    @Test(
        arguments: [
            (NetworkSelection(.public), .testnet, "the request is for testnet, but network says public"),
            (NetworkSelection(.testnet), nil, "the link names no network: SEP-7 then means public, not testnet"),
            (NetworkSelection(usual: .testnet), nil, "the link names no network: SEP-7 then means public, not testnet"),
        ] as [(NetworkSelection, Network?, String)])
    func `refuses a payment link for another network than the user's`(
        networks: NetworkSelection, linked: Network?, message: String
    ) throws {
        let job = BuildJob(office.request { $0.network = networks }, .operation(try office.pay(link: linked)))
        let failure = #expect(throws: Failure.self) { _ = try job.preview { _ in } }
        #expect(failure?.kind == .badInput && failure?.message == message)
    }

    @Test(
        arguments: [
            (NetworkSelection(.testnet), .testnet, .testnet), (NetworkSelection(), .testnet, .testnet),
            (NetworkSelection(usual: .public), .testnet, .testnet), (NetworkSelection(.public), nil, .public),
            (NetworkSelection(), nil, .public),
        ] as [(NetworkSelection, Network?, Network)])
    func `a payment link chooses the network where the user names none`(
        networks: NetworkSelection, linked: Network?, network: Network
    ) throws {
        let job = BuildJob(office.request { $0.network = networks }, .operation(try office.pay(link: linked)))
        #expect(try job.preview { _ in }.request.network == network)
    }

    /// A front end that makes the builder itself gets no payment on another network either.
    @Test func `a payment link is compared with the network of its builder`() throws {
        var builder = try TransactionBuilder(office.request { $0.network = NetworkSelection(usual: .testnet) })
        #expect(throws: Failure.self) { try office.pay(link: .public).body(in: &builder) }
    }

    // MARK: requests that take no number

    private func compose(_ note: String? = nil) throws -> ComposeJob {
        let transaction = try #require(try job().preview { _ in }.request.envelope)
        return ComposeJob(transaction, on: .testnet, note: note, created: Office.now, in: office.context)
    }

    @Test func `a composed request is the transaction as it is, recorded before it is delivered`() throws {
        let journal = try office.context.journal()
        let (built, wasThere) = try compose("as it is").run(noting: { _ in }, check: { _ throws(Failure) in }) {
            built, _ throws(Failure) in try journal.signingRequest(hash: built.hash) != nil
        }
        #expect(wasThere && built.request.note == "as it is")
        #expect(built.hash == (try job().preview { _ in }.hash))
    }

    @Test func `a composed request that cannot be handed over is not recorded`() throws {
        for isChecked in [false, true] {
            #expect(throws: Failure(.cannotCreate, "full")) {
                _ = try compose().run(
                    noting: { _ in },
                    check: { _ throws(Failure) in if isChecked { throw Failure(.cannotCreate, "full") } },
                    deliver: { _, _ throws(Failure) -> Int in throw Failure(.cannotCreate, "full") })
            }
        }
        let hash = try job().preview { _ in }.hash
        #expect(try office.context.journal().signingRequest(hash: hash) == nil)
    }

    @Test func `a request without authorization entries is for a contract call only`() throws {
        let transaction = try #require(try job().preview { _ in }.request.envelope)
        let given = try TransactionInput(Array(Base64.encode(transaction.xdr).utf8), origin: "tx.xdr").toSign()
        let call = try UnsignedCall(given, NetworkSelection(.testnet))
        let entries = EntriesJob(
            call, for: nil, SimulationTerms(), note: nil, now: Office.now, in: office.context)
        let failure = #expect(throws: Failure.self) {
            try entries.run(noting: { _ in }, check: { _ throws(Failure) in }) { _, _ throws(Failure) in }
        }
        #expect(failure?.kind == .badInput && failure?.message.contains("calls a contract") == true)
    }

    @Test func `nothing is told twice`() {
        var heard = Heard()
        var told: [Codec.Notice] = []
        let note = Codec.Notice.note(.numberTaken, "taken")
        heard.tell([note, .warning(.preflight, "a")]) { told.append($0) }
        heard.tell([.warning(.preflight, "b"), note]) { told.append($0) }
        #expect(told.map(\.text.plain) == ["taken", "a", "b"])
    }
}
