// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import CommandLine
import HTTP
import Stellar
import Submitting
import Terminal

/// Drives a transfer at the terminal, or without one: shows its steps, and answers them from the options or by asking
/// the user.
struct TransferDriver {
    let options: FlowOptions
    private let home: HomeOptions
    private let json: Bool
    let output: AnchorOutput
    /// Whether the user is guided through the steps.
    let isGuided: Bool

    init(options: FlowOptions, home: HomeOptions, json: Bool) {
        (self.options, self.home, self.json) = (options, home, json)
        output = AnchorOutput(json: json)
        isGuided = options.isGuided(json: json)
    }

    /// - Parameter kind: for the question whether to begin it.
    func run(_ job: inout TransferJob, _ kind: TransferKind) throws {
        if isGuided, job.record == nil { Guide.step(1, "details") }
        try job.run { step, job in .goOn(try handle(step, kind, job.session)) }
    }

    /// - Returns: the answer, for a step that needs one.
    private func handle(
        _ step: TransferStep, _ kind: TransferKind, _ session: AnchorSession
    ) throws -> TransferAnswer? {
        switch step {
        case .notice(let notice): show(notice, at: session.domain.text)
        case .customerData: if isGuided { Guide.step(2, "customer data") }
        case .recorded(let number):
            Console.message("transfer \(number) of this machine; to go on later: \(step: session.resuming(number))")
        case .wait(let seconds): SystemMonotonicClock().sleep(seconds)
        case .fee(let fee): if isGuided { show(3, "fee", fee.facts) }
        case .question(let question): return .text(try Guide.ask(question))
        case .profile(let isAsked):
            guard try !isAsked || Question.agree(to: "  take what your profile has of it?") else {
                return .profile(nil)
            }
            return .profile(try OpenProfile(folder: session.settings.folder, pin: try options.pin.existing()))
        case .customerFields(let request):
            return .customer(try isGuided ? Guide.answers(to: request) : request.knownAnswers())
        case .disclosure(let names):
            let shown = TerminalText.escape(names.joined(separator: ", "))
            let question = "  give \(session.domain.text) for the first time: \(shown)?"
            return .agreed(try options.yes || Question.agree(to: question))
        case .summary(let facts):
            guard isGuided else { return .agreed(true) }
            show(4, "summary", facts)
            return .agreed(try Question.agree(to: "begin this \(kind.rawValue)?"))
        case .mayHaveBegun(let found): return try choose(found)
        case .result(let result): try show(result, session)
        }
        return nil
    }

    private func show(_ notice: TransferNotice, at domain: String) {
        for line in notice.lines(at: domain) {
            switch notice.level {
            case .progress: if isGuided { Console.diagnostic("  \(line)") }
            case .objection: Console.diagnostic("  \(line)")
            case .detour: Console.diagnostic(Wording(line))
            case .remark: Console.message(Wording(line))
            }
        }
    }

    private func show(_ number: Int, _ name: String, _ facts: [AnchorFact]) {
        Guide.step(number, name)
        for line in Facts.lines(facts) { Console.diagnostic("  \(line)") }
    }

    private func choose(_ found: [Transfer]) throws(Failure) -> TransferAnswer? {
        for line in TextTable.lines(found.map { $0.row.map(TerminalText.escape) }) { Console.diagnostic("  \(line)") }
        guard isGuided else { return nil }
        let ids = found.map(\.id) + ["none"]
        let typed = try Guide.ask("which of them is it? its id, or none: ") {
            ids.contains($0) ? nil : "not one of the choices"
        }
        return .transfer(id: typed == "none" ? nil : typed)
    }

    private func show(_ result: TransferResult, _ session: AnchorSession) throws {
        try output.put(AnchorReport(result))
        if let page = result.page { try show(page, session) }
        guard !json else { return }
        if let step = result.next { Console.message("next: \(step: step)") }
        if let step = result.watching { Console.message("then: \(step: step)") }
    }

    // MARK: the anchor's page

    /// Shows the page as a QR code on a terminal, and opens it in the browser if requested.
    private func show(_ page: HTTPURL, _ session: AnchorSession) throws(Failure) {
        if !json { PageQR.draw(page) }
        guard options.open else { return }
        try session.checkOpening(page)
        let leading = try home.online() + "/anchor-page.html"
        try Browser.open(page.text, titled: "the page of " + session.domain.text, by: leading)
    }
}
