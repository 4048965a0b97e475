// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import LedgerAPI
import SafeFiles
import Stellar
import Submitting
import Terminal
import Workspace

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Verify the signatures, submit the transactions and wait for their outcome.",
        discussion: """
            Example: coldstar-submit send response.json
            A file may contain thousands, one per line: those of an account are submitted in the order of their numbers, each \
            when the one before is applied; accounts are processed in parallel. Exit codes: 0 all were applied; 1 one was rejected or failed; 75 an
            outcome is unknown, continue with coldstar-submit resume; 69 nothing was submitted, run it again.
            """)

    @Argument(
        help: """
            TX: signed envelopes, requests or responses; files, - for standard input, or the text itself. The hash of a \
            transaction in the journal stands for it, with the signatures that came back.
            """,
        completion: .file())
    var transactions: [String] = []

    @Flag(help: "Continue after transactions that failed in a ledger in an earlier run.")
    var pastFailures = false

    @OptionGroup var engine: EngineOptions
    @OptionGroup var options: SubmitOptions

    func run() throws {
        var settings = try engine.settings()
        settings.passesFailures = pastFailures
        let job = SubmitJob(
            try options.given(transactions), network: try options.network.choice,
            servers: engine.servers(options.context, settings), now: try options.clock.time())
        var screen = SubmissionScreen(json: options.json)
        defer { screen.end() }
        let failure = try job.run { network throws(Failure) in
            try options.noteIgnoredServers(on: network)
        } events: { event in
            screen.show(event)
        }
        if let failure { throw failure }
    }
}

// MARK: Options, which resume and check share

/// Options that control how `send` and `resume` submit.
struct EngineOptions: ParsableArguments {
    @Option(help: "Seconds to wait for the outcome of each transaction, counted from its turn.")
    var wait: String = String(Submitter.Settings.usualWait)

    @Option(help: "The maximum number of concurrent requests.")
    var parallel: String = String(Submitter.Settings.usualParallel)

    @Flag(
        name: .customLong("async"), inversion: .prefixedNo, exclusivity: .exclusive,
        help: """
            Submit to transactions_async, which does not wait for a ledger (default: when more accounts submit than \
            --parallel allows).
            """)
    var queue: Bool?

    func settings() throws(Failure) -> Submitter.Settings {
        try Submitter.Settings(wait: wait, parallel: parallel, queue: queue)
    }

    /// The servers, with word of each pause that they ask for.
    func servers(_ context: OnlineContext, _ settings: Submitter.Settings) -> SubmissionServers {
        SubmissionServers(context, settings) { pause in
            Console.message("no server takes requests just now: waiting \(pause) s")
        }
    }
}

/// Options of `send` and `check`, besides the transactions.
struct SubmitOptions: ParsableArguments {
    @Option(
        help: "The request for it: every input has to be this transaction, or a fee bump around it.",
        completion: .file())
    var request: String?

    @Flag(help: "Print one JSON document per line for each transaction.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var context: OnlineContext { OnlineContext(home: home, horizon: horizon, rpc: rpc) }

    func noteIgnoredServers(on network: Network) throws(Failure) { try rpc.noteIgnored(horizon, on: network) }

    /// The transactions, each from an argument or a line of a file, and the request that `--request` names.
    func given(_ transactions: [String]) throws(Failure) -> SignedTransactions {
        .files(
            try TransactionLines.signed(transactions, in: home, now: try clock.time()),
            request: try TransactionToSubmit.read(request))
    }
}

extension TransactionLines {
    /// As `signed(_:)`; the hash of a transaction in the journal, or 8 or more of its first digits, stands for it with
    /// the signatures that came back.
    static func signed(
        _ arguments: [String], in home: HomeOptions, now: Timestamp
    ) throws(Failure) -> [TransactionLines] {
        guard arguments.contains(where: isHash) else { return try signed(arguments) }
        let journal = try home.consultJournal()
        var files: [TransactionLines] = []
        for argument in arguments {
            if isHash(argument) {
                files.append(try TransactionLines(try HashPrefix(argument), in: journal, now: now))
            } else {
                files += try signed([argument])
            }
        }
        return files
    }

    private static func isHash(_ argument: String) -> Bool {
        HashPrefix.isMeant(by: argument) && !SafeFiles.exists(argument)
    }
}

extension TransactionToSubmit {
    /// The request in the file that `--request` names; nil without the option.
    static func read(
        _ path: String?, takesChallenges: Bool = false
    ) throws(Failure) -> TransactionToSubmit? {
        try path.map { path throws(Failure) in
            try TransactionToSubmit(try TransactionInput(path), takesChallenges: takesChallenges)
        }
    }
}

// MARK: What is shown meanwhile

/// Prints what happens in a run: its progress, messages about the servers, and the outcome of each transaction.
struct SubmissionScreen {
    private let json: Bool
    private var progress = SubmissionProgress([])
    private let fetching = Progress.counter("fetching", "accounts")

    /// - Parameter json: whether each outcome is printed as a JSON document.
    init(json: Bool) { self.json = json }

    /// Ends the screen: a signal is reported no more.
    func end() { Interruption.end() }

    /// Shows an event. A signal that ends the program meanwhile is reported with the number of pending transactions.
    mutating func show(_ event: SubmissionEvent) {
        switch event {
        case .notice(let notice): Console.message(notice)
        case .fetching(let done, let total): fetching(done, total)
        case .run(let event): show(event)
        }
    }

    private mutating func show(_ event: SubmissionRun.Event) {
        switch event {
        case .started(let transactions, let open):
            progress = SubmissionProgress(transactions)
            Interruption.begin(open: open)
        case .ended(let report):
            guard !json else { return put(report.document) }
            var item = report.item
            // A person sees what was confirmed.
            if Console.errorIsTerminal { item.title = report.summary }
            Console.message(.item(item))
        case .remark(let text):
            Console.message(Wording(TerminalText.escape(text)))
        case .progress(let counts, let open):
            Interruption.tell(open: open)
            progress.show(counts)
        // A fault ends the program.
        case .prepared, .fault: break
        case .finished(let counts):
            if counts.total > 1 { Console.message(Wording(ProgressLine.text(counts, seconds: 0))) }
        case .abandoned(let transactions, let failure):
            if json {
                for transaction in transactions {
                    put(transaction.document(because: failure, in: CommandStyle.current))
                }
            }
        }
    }

    /// A closed pipe does not change what was applied; the exit code reports that.
    private func put(_ document: JSON) { try? Console.result(line: document.text()) }
}

/// Shows what a run waits for: on a terminal, a line that is updated; otherwise, one line that stays.
struct SubmissionProgress {
    private let line: ProgressLine
    private let isSingle: Bool
    private let begun = ContinuousClock.now
    private var shownAt: Duration = .zero
    private var isSaid = false

    init(_ transactions: [PendingTransaction]) {
        line = ProgressLine(transactions, since: NowOption.clock())
        isSingle = transactions.count == 1
    }

    mutating func show(_ counts: SubmitCounts) {
        guard Console.saysNotes, counts.ended < counts.total else { return }
        let elapsed = ContinuousClock.now - begun
        let seconds = elapsed / .seconds(1)
        guard TransientLine.isPossible else {
            guard !isSaid, seconds >= ProgressLine.quietSeconds else { return }
            isSaid = true
            return Console.message(Wording(line.text(counts)))
        }
        guard elapsed - shownAt >= .milliseconds(200), !isSingle || seconds >= ProgressLine.quietSeconds else { return }
        shownAt = elapsed
        TransientLine.show(line.text(counts, seconds: seconds, columns: TransientLine.columns))
    }
}
