// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
import Stellar
package import StellarXDR
import Workspace

/// Builds a transaction, from what a user wants to the recorded request.
///
/// It finds accounts and assets, chooses fee and sequence number, checks the transaction against the ledger, records
/// the request and has it handed over; if another program takes the number in between, it chooses again.
package struct BuildJob: RequestJob {
    /// What the transaction does.
    package enum Subject {
        case operation(any OperationInput)
        /// Several operations, in this order.
        case operations([Operation])
        /// A call of a contract, which the context's Stellar RPC server simulates.
        case call(any CallInput, SimulationTerms)
    }

    private let wanted: TransactionParameters
    private let subject: Subject

    package init(_ wanted: TransactionParameters, _ subject: Subject) {
        var wanted = wanted
        switch subject {
        case .operation(let input): wanted.documented = input.documentedNetwork
        case .operations: break
        case .call: wanted.callsContract = true
        }
        self.wanted = wanted
        self.subject = subject
    }

    /// What would be built now. Nothing is recorded.
    ///
    /// - Parameter note: told what the user should read, in order and each once, also before an error.
    package func preview(noting note: (Notice) -> Void) throws(Failure) -> BuiltRequest {
        var heard = Heard()
        var builder = try TransactionBuilder(wanted)
        let build = try described(in: &builder, &heard, note)
        return try heard.step(&builder, note, build)
    }

    /// Builds and records the request; each notice is told once.
    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        var heard = Heard()
        var builder = try TransactionBuilder(wanted)
        let build = try described(in: &builder, &heard, note)
        var held: [Notice] = []
        do throws(Failure) {
            while true {
                let built: BuiltRequest
                do throws(Failure) { built = try build(&builder) } catch {
                    held += builder.takeNotices()
                    throw error
                }
                held += builder.takeNotices()
                let prepared = try check(built)
                let receipt = try built.record(in: wanted.context) { () throws(Failure) in
                    heard.tell(held, note)
                    return try deliver(built, prepared)
                }
                if let receipt { return (built, receipt) }
                // What was said of a transaction that is not built is void, but for what is found out only once.
                held = held.filter { $0.code == .server || $0.code == .newerProtocol } + [SequenceAllocator.taken]
            }
        } catch {
            heard.tell(held, note)
            throw error
        }
    }

    /// The step that builds the transaction, which may be done again; what the subject means is found out once.
    private func described(
        in builder: inout TransactionBuilder, _ heard: inout Heard, _ note: (Notice) -> Void
    ) throws(Failure) -> (inout TransactionBuilder) throws(Failure) -> BuiltRequest {
        switch subject {
        case .operation(let input):
            let body = try heard.step(&builder, note) { builder throws(Failure) in try input.body(in: &builder) }
            return { builder throws(Failure) in try builder.request(for: body, resources: input.resources) }
        case .operations(let operations):
            return { builder throws(Failure) in try builder.request(for: operations) }
        case .call(let input, let terms):
            let client = try wanted.context.rpc(for: builder.network)
            let call = try heard.step(&builder, note) { builder throws(Failure) in try input.call(in: &builder, client)
            }
            return { builder throws(Failure) in try builder.request(for: call, by: client, terms) }
        }
    }
}

/// What a user has been told, so that nothing is said twice.
struct Heard {
    private var notices: [Notice] = []

    /// Does a step of a job and tells what it noted, also after an error.
    mutating func step<Job: NoticeSource, Result>(
        _ job: inout Job, _ note: (Notice) -> Void, _ step: (inout Job) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { tell(job.takeNotices(), note) }
        return try step(&job)
    }

    mutating func tell(_ new: [Notice], _ note: (Notice) -> Void) {
        for notice in new where !notices.contains(notice) {
            notices.append(notice)
            note(notice)
        }
    }
}
