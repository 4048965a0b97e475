// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import TextCodec

/// Options of every command that writes a request: network, server and output.
struct EmissionOptions: ParsableArguments {
    @Option(help: "A note for the signer, shown as an unverified hint.")
    var note: String?

    @Option(help: TransactionFormat.help)
    var format: TransactionFormat = .request

    @Flag(help: "Print the outcome as a JSON document: what it is, and the request or the file it was written to.")
    var json = false

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var qr: QROptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    /// Checks that the output can be written, before anything else is done.
    func checkFree() throws(Failure) {
        try output.checkFree()
        try qr.checkFree(beside: output)
    }

    /// Records the request in the journal and writes it, as text and as QR codes.
    ///
    /// - Parameters:
    ///   - mark: the journal's position when the sequence number was chosen; nil where it does not matter.
    ///   - talk: prints what a person has to know about the request, once it is recorded.
    /// - Returns: false if the sequence number was taken in the meantime: nothing was recorded or written.
    @discardableResult func handOver(
        _ request: SigningRequest, hash: TransactionHash, created: Timestamp, since mark: JournalMark? = nil,
        talk: () -> Void
    ) throws(Failure) -> Bool {
        let name = HandoffName(request.handoffKind, hash, .unsigned, format.form)
        try output.checkFree(as: name)
        let (text, codes) = (try dialect.text(of: request, format), try dialect.content(of: request))
        if qr.isWanted { try qr.check(codes) }
        // Record first, then write: a response that comes back always finds its request.
        let journal = try OnlineJournal.open(home)
        guard try journal.keep(request, hash: hash, created: created, since: mark) else { return false }
        let path = try journal.withdrawing([request.id.text]) { () throws(Failure) in
            guard json, output.isStandard else { return try output.deliver(text, as: name) }
            try output.deliver(request.outcome(hash, ("transaction", text)))
            return nil
        }
        if let path, json { try Console.put(line: request.outcome(hash, ("file", path))) }
        if let path, output.isFolder { Console.say("written to \(TerminalText.escape(path))") }
        talk()
        dialect.sayScreen(of: request)
        try qr.show(codes, hash: hash, force: output.force)
        return true
    }
}
