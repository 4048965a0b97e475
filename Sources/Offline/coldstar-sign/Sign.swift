// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Requests
import Review
import Shell
import Signing
import Stellar
import TextCodec
import Vault

struct Sign: ConfinedCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a transaction, login or message, ask, and sign it.",
        discussion: """
            Example: coldstar-sign sign request.json --key savings --out response.json --format response
            The whole review comes first; the PIN is asked for only after it was agreed to. --yes agrees to what needs no
            more than a yes: what is held back is passed only by typing the value that is shown.
            A file with a transaction on each line, as coldstar-build batch makes it, is reviewed as one page and signed as a whole.
            """)

    @OptionGroup var argument: TransactionArgument

    @Option(
        help:
            "The name of the key (default: the only one, or the one that has to sign); may be given more than once, each signs.",
        completion: Completion.keys)
    var key: [String] = []

    @Flag(help: "Accept the review without asking.")
    var yes = false

    @Flag(help: "Show every field of every operation, and all unverified hints of the request.")
    var full = false

    @Option(
        help: "A transaction (TX) that this one is about: which a bare hash is of, or whose hash becomes a signer.",
        completion: .file())
    var envelope: [String] = []

    @Option(
        help: "Sign these bytes as they are, for a signed-payload signer P...: 1 to 64 in hexadecimal digits, not 32.")
    var payload: String?

    @Option(help: "Sign this file in minisign's format, instead of a transaction.", completion: .file())
    var file: String?

    @Option(help: "With --file: the trusted comment, which is signed with the file (default: file:NAME).")
    var comment: String?

    @Option(
        help: """
            xdr (default: the signed envelope), json (SEP-51), txrep (SEP-11), sep7, response, request, ur, lumensigner or signature; of a file minisig.
            """)
    var format: SignedFormat = .xdr

    @Flag(
        help:
            "Print the outcome as a JSON document: what was signed by whom, and the result or its file; of a batch one a line."
    )
    var json = false

    @OptionGroup var qr: QROptions
    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    var reach: Reach {
        get throws(Failure) {
            argument.reach + TransactionInput.reach(envelope) + Reach(file: file) + pin.reach + output.reach + qr.reach
                + (try home.toKeep)
                + .clock
        }
    }

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        let vault = try home.keyVault()
        // Report wrong key names before reading any input.
        let named = key.isEmpty ? nil : try KeySelection(named: key)
        guard comment == nil || file != nil else { throw Failure(.usage, "--comment goes with --file") }
        if payload != nil || file != nil {
            let selection = try KeySelection(named: named, in: vault)
            selection.say()
            let request = try ownRequest()
            return try sign(request, from: nil, with: selection, try VaultContext(home, for: selection.names))
        }
        let file = try argument.unsigned()
        // Read the input before the vault, so that the review includes what is signed while this waits for its input.
        switch try file.source() {
        case .one(let input):
            var parsed: ParsedRequest?
            let selection = try KeySelection(named: named, in: vault) { () throws(Failure) in
                let request = try ParsedRequest(input, network.choice, envelopes: envelope)
                parsed = request
                return request.identitiesToSign
            }
            let context = try VaultContext(home, for: selection.names)
            selection.say()
            let request = try parsed ?? ParsedRequest(input, network.choice, envelopes: envelope)
            try format.check(request)
            try sign(request, from: file, with: selection, context)
        case .many(let lines):
            let selection = try KeySelection(named: named, in: vault) { () throws(Failure) in
                try ParsedRequest(try lines.input(at: 0), network.choice).identitiesToSign
            }
            let context = try VaultContext(home, for: selection.names)
            selection.say()
            try sign(lines, from: file, with: selection, context)
        }
    }

    private func sign(
        _ request: ParsedRequest, from file: HandoffFile?, with selection: KeySelection, _ context: VaultContext
    ) throws(Failure) {
        let job = try SigningJob(
            request, by: selection.names, in: context, at: try clock.given(), machine: KernelClock(),
            isUnattended: yes)
        let review = job.reviews[0]
        try file?.check(holds: review.hash)
        let handoff = format.name(for: review)
        if let handoff { try output.checkFree(as: handoff) }
        let text = ReviewText.of(zip(selection.names, job.reviews).map { ($0.text, $1) }, full: full, on: .error)
        let approval = try job.consent(network: try network.named())
            .ask(above: LastScreen(job.reviews), countdown: job.countdown) { show throws(Failure) in try show(text) }
        let done = try job.sign(approval) { name throws(Failure) in try pin.unlock(name, in: context.vault) }
        let format = format.chosen(for: request)
        let path = try output.deliver(
            try done.result.text(format), of: job.outcome, as: handoff, isJSON: json)
        say("signed by \(job.signerText)", at: path)
        if let code = done.result.code { try qr.show(code.content, hash: code.hash, force: output.force) }
        try done.recordDelivery()
    }

    /// Signs all transactions of a file, reviewed as one page and agreed to once.
    private func sign(
        _ lines: TransactionLines, from file: HandoffFile, with selection: KeySelection, _ context: VaultContext
    ) throws(Failure) {
        guard envelope.isEmpty else { throw Failure(.usage, "--envelope cannot be used with a batch") }
        let job = try BatchSigningJob(
            lines, network.choice, format: format, by: selection.names, in: context, at: try clock.given(),
            machine: KernelClock(), isUnattended: yes, progress: Progress.counter("reviewing", "transactions"))
        let review = job.batch.review
        try file.check(holds: review.hash)
        let handoff = format.name(for: review)
        try output.checkFree(as: handoff)
        let approval = try job.consent(network: try network.named())
            .ask(above: LastScreen(review)) { show throws(Failure) in
                try show(BatchText.of(review, on: .error))
                guard full else { return }
                try job.batch.visit { (line, reviewed, _) throws(Failure) in
                    try show("Line \(line)\n" + ReviewText.of(reviewed.review, full: true, on: .error))
                }
            }
        let done = try job.sign(approval, progress: Progress.counter("signing", "transactions")) {
            name throws(Failure) in try pin.unlock(name, in: context.vault)
        }
        let path = try output.deliver(done.lines, of: done.outcomes, as: handoff, isJSON: json)
        say("\(done.lines.count) transactions signed by \(job.account.address)", at: path)
        try done.recordDelivery()
        try qr.show(try qr.codes(of: done.responses), name: "batch", force: output.force)
    }

    /// The payload or the file.
    private func ownRequest() throws(Failure) -> ParsedRequest {
        guard !argument.isGiven, envelope.isEmpty, payload == nil || file == nil else {
            let option = payload == nil ? "--file" : "--payload"
            throw Failure(.usage, "\(option) is signed alone: leave the transaction out")
        }
        let request: ParsedRequest
        if let payload {
            request = try ParsedRequest(payload: payload)
        } else {
            request = try ParsedRequest(file: file ?? "", comment: comment)
        }
        try format.chosen(for: request).check(request)
        return request
    }

    private func say(_ what: String, at path: String?) {
        Console.say("\(what)\(path.map { ", written to \(TerminalText.escape($0))" } ?? "")")
    }
}
