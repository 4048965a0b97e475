// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Review
import Signing
import Stellar
import Terminal
import Vault

struct Sign: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Show a transaction, login or message, ask, and sign it.",
        discussion: """
            Example: coldstar-sign sign request.json --key savings --out response.json --format response
            The whole review comes first; the PIN is asked for only after it was agreed to. --yes agrees to what needs no
            more than a yes: what is held back is passed only by typing the value that is shown.
            A file with a transaction on each line, as coldstar-build batch makes it, is reviewed as one page and signed as a whole.
            Of a folder, as on a USB stick, everything is signed that the key has not signed yet.
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

    var reach: AllowedAccess {
        get throws(Failure) {
            argument.reach + TransactionInput.reach(envelope) + AllowedAccess(file: file) + pin.reach + output.reach
                + qr.reach
                + (try home.toKeep)
                + .clock
        }
    }

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        // Report wrong key names before reading any input.
        let terms = try terms()
        guard comment == nil || file != nil else { throw Failure(.usage, "--comment goes with --file") }
        if let own = try ownSubject() { return try sign(own, from: nil, terms) }
        if let folder = argument.transaction, HandoffFolder.isFolder(folder) { return try sign(folder: folder, terms) }
        let file = try argument.unsigned()
        // Read the input before the vault, so that the review includes what is signed while this waits for its input.
        switch try file.source() {
        case .one(let input):
            let attached = try envelope.map { text throws(Failure) in try TransactionInput(text) }
            try sign(.request(input, attached: attached), from: file, terms)
        case .many(let lines):
            guard envelope.isEmpty else { throw Failure(.usage, "--envelope cannot be used with a batch") }
            try sign(lines, from: file, terms)
        }
    }

    private func terms() throws(Failure) -> SigningTerms {
        SigningTerms(
            try home.keyVault(), keys: key.isEmpty ? nil : try KeySelection(named: key), networks: network.choice,
            format: format, isFull: full, attendance: yes ? .agreed : .person, machine: KernelClock(), time: clock.given
        )
    }

    private func sign(
        _ subject: SigningJob.Subject, from file: HandoffFile?, _ terms: SigningTerms
    ) throws(Failure) {
        let terminal = SigningTerminal()
        let job = try SigningJob(subject, terms, events: terminal.hear)
        try file?.check(holds: job.hash)
        if let name = job.outputName { try output.checkFree(as: name) }
        try job.run(at: terminal, pin: pin) { result throws(Failure) in
            let path = try output.deliver(
                try result.text(job.format), of: job.outcome, as: job.outputName, isJSON: json)
            say("signed by \(job.signerText)", at: path)
            if let code = result.code { try qr.show(code.content, hash: code.hash, force: output.force) }
        }
    }

    /// Signs everything in a folder that the keys have not signed.
    private func sign(folder: String, _ terms: SigningTerms) throws(Failure) {
        let attached = try envelope.map { text throws(Failure) in try TransactionInput(text) }
        let contents = try HandoffFolder.contents(of: folder)
        let work = try FolderSigning(
            try contents.unsigned.map { place throws(Failure) in try file(place) },
            contents.signed.lazy.compactMap(answer), terms, events: SigningTerminal().hear)
        for remark in work.remarks { Console.message(remark) }
        guard !work.rounds.isEmpty else {
            let whose = work.keys.names.map(\.text).joined(separator: " and ")
            throw Failure(
                .noInput,
                "\(TerminalText.escape(folder)): this folder contains no unsigned handoff"
                    + (work.signed == 0
                        ? "" : " for \(whose); \(work.signed) \(work.signed == 1 ? "is" : "are") already signed"),
                hint: "to use a file in it anyway, give the file")
        }
        if work.signed > 0 {
            Console.message("\(work.signed) in this folder \(work.signed == 1 ? "is" : "are") already signed")
        }
        if work.rounds.count > 1 {
            guard pin.pinFd == nil else {
                throw Failure(
                    .usage,
                    "this folder has \(work.rounds.count) things to sign one after the other, and the PIN is read for each",
                    hint: "give the files one at a time, or type the PIN")
            }
            guard output.isFolder || output.isStandard else {
                throw Failure(
                    .usage, "this folder has \(work.rounds.count) results", hint: "--out with a folder takes them")
            }
        }
        var terms = terms
        terms.keys = work.keys
        guard attached.isEmpty || work.rounds.count == 1 else {
            throw Failure(.usage, "--envelope goes with one transaction", hint: "give its file")
        }
        for round in work.rounds {
            switch round {
            case .one(let input): try sign(.request(input, attached: attached), from: nil, terms)
            case .many(let lines):
                guard attached.isEmpty else { throw Failure(.usage, "--envelope cannot be used with a batch") }
                try sign(lines, from: nil, terms)
            }
        }
    }

    private func file(_ place: (path: String, name: HandoffName)) throws(Failure) -> FolderSigning.File {
        FolderSigning.File(
            try TransactionLines(place.path), as: place.name, origin: TerminalText.escape(place.path))
    }

    /// An answer; nil if it cannot be read: what others have left cannot stop this key.
    private func answer(_ place: (path: String, name: HandoffName)) -> FolderSigning.File? {
        if let file = try? file(place) { return file }
        Console.message("ignored, because it cannot be read: \(TerminalText.escape(place.path))")
        return nil
    }

    /// Signs all transactions of a file, or of a folder if it is nil.
    private func sign(_ lines: TransactionLines, from file: HandoffFile?, _ terms: SigningTerms) throws(Failure) {
        let terminal = SigningTerminal()
        let job = try BatchSigningJob(lines, terms, events: terminal.hear)
        try file?.check(holds: job.batch.review.hash)
        try output.checkFree(as: job.outputName)
        let signed = try job.run(at: terminal, pin: pin) { signed throws(Failure) in
            let path = try output.deliver(signed.lines, of: signed.outcomes, as: job.outputName, isJSON: json)
            say("\(signed.lines.count) transactions signed by \(job.account.address)", at: path)
            return signed
        }
        try qr.show(try qr.codes(of: signed.responses), name: "batch", force: output.force)
    }

    /// The payload or the file; nil if a transaction is to be signed.
    private func ownSubject() throws(Failure) -> SigningJob.Subject? {
        guard payload != nil || file != nil else { return nil }
        guard !argument.isGiven, envelope.isEmpty, payload == nil || file == nil else {
            let option = payload == nil ? "--file" : "--payload"
            throw Failure(.usage, "\(option) is signed alone: leave the transaction out")
        }
        if let payload { return .payload(payload) }
        return .file(path: file ?? "", comment: comment)
    }

    private func say(_ what: String, at path: String?) {
        Console.message("\(what)\(path.map { ", written to \(TerminalText.escape($0))" } ?? "")")
    }
}
