// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Building
package import Codec
package import Handoff
import Journal
package import Stellar
package import Terminal
package import Workspace

/// Options of every command that writes a request: network, server and output.
package struct EmissionOptions: ParsableArguments {
    @Option(help: "A note for the signer, shown as an unverified hint.")
    package var note: String?

    @Option(help: TransactionFormat.help)
    package var format: TransactionFormat = .request

    @Flag(help: "Print the outcome as a JSON document: what it is, and the request or the file it was written to.")
    package var json = false

    @OptionGroup package var dialect: DialectOptions
    @OptionGroup package var qr: QROptions
    @OptionGroup package var network: OnlineNetworkOptions
    @OptionGroup package var horizon: HorizonOptions
    @OptionGroup package var home: HomeOptions
    @OptionGroup package var clock: NowOption
    @OptionGroup package var output: OutputOptions

    package init() {}

    /// Checks that the output can be written, before anything else is done.
    package func checkFree() throws(Failure) {
        try output.checkFree()
        try qr.checkFree(beside: output)
    }

    /// The state and the servers.
    ///
    /// - Parameters:
    ///   - offline: whether the network must not be used.
    ///   - rpc: nil for a job that does not use Stellar RPC.
    package func context(offline: Bool = false, rpc: RPCOptions? = nil) -> OnlineContext {
        OnlineContext(home: home, horizon: offline ? nil : horizon, rpc: rpc)
    }

    /// What is wanted of a request that replaces a known transaction.
    ///
    /// - Parameters:
    ///   - transaction: its hash in the journal, the first digits of that, or TX.
    ///   - offline: whether the network must not be used.
    package func replacement(of transaction: String?, offline: Bool, now: Timestamp) throws(Failure) -> ReplacementTerms
    {
        let context = context(offline: offline)
        let journal = try context.journal()
        return ReplacementTerms(
            of: try KnownTransaction(transaction, journal: journal), context: context, journal: journal,
            network: try network.choice, now: now, note: note)
    }

    /// Makes the requests for authorization entries, records them and writes them: one as any request, several one on each line.
    package func handOver(_ job: EntriesJob) throws(Failure) {
        let made = try job.run(noting: { Console.message($0) }) { built throws(Failure) in
            if built.count == 1 { return try check(built[0]) }
            guard !qr.isWanted, !output.isFolder else {
                throw Failure(.usage, "QR codes and folders take one request at a time: there are \(built.count)")
            }
            _ = try lines(built)
        } deliver: { built throws(Failure) -> String? in
            if built.count == 1 { return try deliver(built[0]) }
            try output.deliver(try lines(built))
            return nil
        }
        guard let (built, path) = made else { return }
        if built.count == 1 { return try show(built[0], writtenTo: path) }
        for one in built { Notices.show(one.facts) }
    }

    private func lines(_ built: [BuiltRequest]) throws(Failure) -> String {
        try built.map { one throws(Failure) in try dialect.text(of: one.request, format) }.joined(separator: "\n")
    }

    /// Makes a request, records it in the journal and writes it, as text and as QR codes.
    package func handOver(_ job: some RequestJob) throws(Failure) {
        let (built, path) = try job.run(noting: { Console.message($0) }, check: check, deliver: deliver)
        try show(built, writtenTo: path)
    }

    private func name(of built: BuiltRequest) -> HandoffName {
        HandoffName(built.request.handoffKind, built.hash, .unsigned, format.form)
    }

    /// Checks that a request can be written, before it is recorded.
    private func check(_ built: BuiltRequest) throws(Failure) {
        try output.checkFree(as: name(of: built))
        _ = try dialect.text(of: built.request, format)
        let codes = try dialect.content(of: built.request)
        if qr.isWanted { try qr.check(codes) }
    }

    /// Writes a recorded request.
    ///
    /// - Returns: the file's path; nil for standard output.
    private func deliver(_ built: BuiltRequest) throws(Failure) -> String? {
        try output.deliver(
            try dialect.text(of: built.request, format), of: built, as: name(of: built), member: "transaction",
            asDocument: json)
    }

    /// Shows what a user compares, and the codes.
    private func show(_ built: BuiltRequest, writtenTo path: String?) throws(Failure) {
        if json, let path { try Console.result(document: built.document(("file", path))) }
        if let path, output.isFolder { Console.message("written to \(TerminalText.escape(path))") }
        Notices.show(built.facts)
        dialect.sayScreen(of: built.request)
        try qr.show(try dialect.content(of: built.request), hash: built.hash, force: output.force)
    }
}

extension OutputOptions {
    /// Writes a recorded request, or with `asDocument` a JSON document of the outcome to standard output.
    ///
    /// - Parameter member: the document's member with the text, if that goes to standard output too.
    /// - Returns: the file's path; nil for standard output.
    package func deliver(
        _ text: String, of built: BuiltRequest, as name: HandoffName, member: String, asDocument: Bool
    ) throws(Failure) -> String? {
        try deliver(asDocument && isStandard ? Console.text(of: built.document((member, text))) : text, as: name)
    }
}
