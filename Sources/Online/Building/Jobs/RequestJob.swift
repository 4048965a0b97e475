// SPDX-License-Identifier: Apache-2.0

package import Codec
import Journal
package import LedgerAPI
import Stellar
package import StellarXDR
package import Workspace

/// A job that makes one signing request: built, recorded in the journal, and then handed over.
package protocol RequestJob {
    /// Makes the request, records it and has it handed over.
    ///
    /// - Parameters:
    ///   - note: told what the user should read, in order, also before an error.
    ///   - check: whether the request can be handed over, before it is recorded; returns what it made for that.
    ///   - deliver: hands over the recorded request, with what `check` made. If that fails, the record is withdrawn.
    /// - Returns: the request, and what `deliver` returned.
    func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt)
}

extension RequestJob {
    /// Makes the request and records it, for a front end that shows it from the journal.
    package func record(noting note: (Notice) -> Void) throws(Failure) -> BuiltRequest {
        try run(noting: note, check: { _ throws(Failure) in }, deliver: { _, _ throws(Failure) in }).request
    }
}

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
        /// Any other operation about contracts, simulated likewise.
        ///
        /// - Parameter resources: from an earlier simulation: an operation on a footprint is described by them.
        case simulated(Operation, resources: SorobanTransactionData, SimulationTerms)
    }

    private let wanted: TransactionParameters
    private let subject: Subject
    private let ledger: AnyLedger?

    /// - Parameter ledger: if it was opened already.
    package init(_ wanted: TransactionParameters, _ subject: Subject, in ledger: AnyLedger? = nil) {
        var wanted = wanted
        switch subject {
        case .operation(let input): wanted.documented = input.documentedNetwork
        case .operations, .call, .simulated: break
        }
        self.wanted = wanted
        self.subject = subject
        self.ledger = ledger
    }

    /// What would be built now. Nothing is recorded.
    ///
    /// - Parameter note: told what the user should read, in order and each once, also before an error.
    package func preview(noting note: (Notice) -> Void) throws(Failure) -> BuiltRequest {
        var heard = Heard()
        var builder = try TransactionBuilder(wanted, in: ledger)
        let build = try described(in: &builder, &heard, note)
        return try heard.step(&builder, note, build)
    }

    /// Builds and records the request; each notice is told once.
    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        var heard = Heard()
        var builder = try TransactionBuilder(wanted, in: ledger)
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
        case .simulated(let operation, let resources, let terms):
            let client = try wanted.context.rpc(for: builder.network)
            return { builder throws(Failure) in
                try builder.request(for: operation, resources, by: client, terms)
            }
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

/// A job whose request takes no sequence number of its own, so that it is made only once.
package protocol SingleRequestJob: RequestJob {
    /// Has the journal that the request is recorded in.
    var context: OnlineContext { get }

    /// Makes the request. Nothing is recorded.
    ///
    /// - Parameter notices: gets what the user should read, also before an error.
    func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest

    /// Notes in the journal what follows from a request that was handed over.
    func handedOver(_ built: BuiltRequest, noting notices: inout [Notice])
}

extension SingleRequestJob {
    package func handedOver(_ built: BuiltRequest, noting notices: inout [Notice]) {}

    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        var notices: [Notice] = []
        func tell() {
            notices.forEach(note)
            notices = []
        }
        let built: BuiltRequest
        do throws(Failure) { built = try request(noting: &notices) } catch {
            tell()
            throw error
        }
        tell()
        let prepared = try check(built)
        let receipt = try built.record(in: context) { () throws(Failure) in try deliver(built, prepared) }
        guard let receipt else {
            throw Failure(.bug, "a request without a sequence number of its own was not recorded")
        }
        handedOver(built, noting: &notices)
        tell()
        return (built, receipt)
    }
}

/// Records a request that is made already, and has it handed over.
package struct MadeRequest: SingleRequestJob {
    private let built: BuiltRequest
    package let context: OnlineContext

    package init(_ built: BuiltRequest, in context: OnlineContext) { (self.built, self.context) = (built, context) }

    package func request(noting notices: inout [Notice]) -> BuiltRequest { built }
}
