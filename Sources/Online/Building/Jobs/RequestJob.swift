// SPDX-License-Identifier: Apache-2.0

package import Codec
import Journal
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
