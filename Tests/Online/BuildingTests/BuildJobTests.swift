// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Faults
import Journal
import Stellar
import StellarXDR
import Testing
import TextCodec

@testable import Building

struct BuildJobTests {
    private let office = Office()

    private func job(_ sequence: SequenceChoice = .number(101)) throws -> BuildJob {
        BuildJob(office.request { $0.sequence = sequence }, .operation(try office.pay()))
    }

    @Test func `a preview records nothing, a run does before it delivers`() throws {
        let preview = try job().preview { _ in }
        let journal = try office.context.journal()
        #expect(try journal.request(hash: preview.hash) == nil)
        let (built, wasThere) = try job().run(noting: { _ in }) { built throws(Failure) in
            try journal.request(hash: built.hash) != nil
        }
        #expect(wasThere && built.hash == preview.hash)
    }

    @Test func `what cannot be handed over is not recorded`() throws {
        #expect(throws: Failure(.cannotCreate, "taken")) {
            try job().run(
                noting: { _ in }, check: { _ throws(Failure) in throw Failure(.cannotCreate, "taken") },
                deliver: { _ throws(Failure) in Issue.record("it was delivered") })
        }
        #expect(throws: Failure(.cannotCreate, "full")) {
            try job().run(noting: { _ in }) { _ throws(Failure) in throw Failure(.cannotCreate, "full") }
        }
        let preview = try job().preview { _ in }
        #expect(try office.context.journal().request(hash: preview.hash) == nil)
    }

    @Test func `what a user should read is told also before an error`() throws {
        var told: [Faults.Notice] = []
        #expect(throws: Failure.self) {
            let wanted = office.request { $0.conditions.expiry = .at(Timestamp(1)) }
            _ = try BuildJob(wanted, .operation(try OperationSpec.inflation.operation([:]))).preview { told.append($0) }
        }
        #expect(told.map(\.code) == [.noInflation])
    }

    @Test func `nothing is told twice`() {
        var heard = Heard()
        var told: [Faults.Notice] = []
        let note = Faults.Notice.note(.numberTaken, "taken")
        heard.tell([note, .warning(.preflight, "a")]) { told.append($0) }
        heard.tell([.warning(.preflight, "b"), note]) { told.append($0) }
        #expect(told.map(\.text.plain) == ["taken", "a", "b"])
    }
}
