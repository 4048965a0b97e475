// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Building
package import Codec
package import Handoff
import Journal
import SafeFiles
import Stellar
package import Terminal
package import Workspace

/// Options of every command that writes a request: network, server and output.
package struct EmissionOptions: ParsableArguments {
    @Option(help: "\(TermsSpec.note.help)")
    package var note: String?

    @Option(help: TransactionFormat.help)
    package var format: TransactionFormat = .request

    @Flag(help: "Print the outcome as a JSON document: what it is, and the request or the file it was written to.")
    package var json = false

    @OptionGroup package var dialect: DialectOptions
    @OptionGroup package var qr: QROptions
    @OptionGroup package var network: OnlineNetworkOptions
    @OptionGroup package var horizon: HorizonOptions
    @OptionGroup package var rpc: RPCOptions
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
    /// - Parameter offline: whether the network must not be used.
    package func context(offline: Bool = false) -> OnlineContext {
        OnlineContext(home: home, horizon: offline ? nil : horizon, rpc: offline ? nil : rpc)
    }

    /// Makes the requests for authorization entries, records them and writes them: one as any request, several one on
    /// each line.
    package func handOver(_ job: EntriesJob) throws(Failure) {
        let made = try job.run(noting: { Console.message($0) }) { built throws(Failure) -> PreparedEntries in
            if built.count == 1 { return .one(try check(built[0])) }
            guard !qr.isWanted, output.isFolder || output.isStandard else {
                throw Failure(
                    .usage, "there are \(built.count) entries to sign, and this takes one request at a time",
                    hint:
                        "\(field: .signerOfEntry) asks for one of them, and \(field: FieldID("out")) with a folder writes all"
                )
            }
            if output.isFolder { return .files(try built.map { one throws(Failure) in try check(one) }) }
            return .lines(try built.map { one throws(Failure) in try line(of: one) }.joined(separator: "\n"))
        } deliver: { built, prepared throws(Failure) -> [Written] in
            switch prepared {
            case .one(let prepared): return [try deliver(built[0], prepared)]
            case .files(let all): return try deliver(built, all)
            case .lines(let lines):
                try output.deliver(lines)
                return []
            }
        }
        guard let (built, written) = made else { return }
        guard !written.isEmpty else {
            for one in built { Notices.show(one.facts) }
            return
        }
        for (one, written) in zip(built, written) { try show(one, written) }
    }

    /// Writes recorded requests, all or none: the records of all are withdrawn if one cannot be written.
    private func deliver(_ built: [BuiltRequest], _ prepared: [Prepared]) throws(Failure) -> [Written] {
        var written: [Written] = []
        do throws(Failure) {
            for (one, prepared) in zip(built, prepared) { written.append(try deliver(one, prepared)) }
        } catch {
            for case let path? in written.map(\.path) { try? SafeFiles.remove(path) }
            throw error
        }
        return written
    }

    private enum PreparedEntries {
        case one(Prepared)
        /// A file for each request.
        case files([Prepared])
        /// One request on each line.
        case lines(String)
    }

    /// A request as one line.
    private func line(of built: BuiltRequest) throws(Failure) -> String {
        let text = try dialect.text(of: built.request, format)
        return (try? JSON(parsing: Array(text.utf8)))?.text() ?? text
    }

    /// Makes a request, records it in the journal and writes it, as text and as QR codes.
    package func handOver(_ job: some RequestJob) throws(Failure) {
        let (built, written) = try job.run(noting: { Console.message($0) }, check: check, deliver: deliver)
        try show(built, written)
    }

    /// A request as it is written and shown.
    private struct Prepared {
        let name: HandoffName
        let text: String
        let codes: QRContent
    }

    /// A request that was written.
    ///
    /// - Parameter path: the file's; nil for standard output.
    private typealias Written = (path: String?, codes: QRContent)

    /// Makes what is written and shown of a request, and checks that it can be, before the request is recorded.
    private func check(_ built: BuiltRequest) throws(Failure) -> Prepared {
        let name = HandoffName(built.request.handoffKind, built.hash, .unsigned, format.form)
        try output.checkFree(as: name)
        let choice = dialect.choice
        let text = try choice.text(of: built.request, format)
        let codes = try choice.content(of: built.request)
        if qr.isWanted { try qr.check(codes) }
        return Prepared(name: name, text: text, codes: codes)
    }

    /// Writes a recorded request.
    private func deliver(_ built: BuiltRequest, _ prepared: Prepared) throws(Failure) -> Written {
        let path = try output.deliver(
            prepared.text, of: built, as: prepared.name, member: "transaction", asDocument: json)
        return (path, prepared.codes)
    }

    /// Shows what a user compares, and the codes.
    private func show(_ built: BuiltRequest, _ written: Written) throws(Failure) {
        if json, let path = written.path { try Console.result(document: built.document(("file", path))) }
        if let path = written.path, output.isFolder { Console.message("written to \(TerminalText.escape(path))") }
        Notices.show(built.facts)
        dialect.sayScreen(of: built.request)
        try qr.show(written.codes, hash: built.hash, force: output.force)
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
