// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Anchors
package import Codec
package import HTTP
import Handoff
import Terminal

/// Questions of the guided flow. Text from an anchor is escaped here.
package enum Guide {
    private static let steps = 4

    package static func step(_ number: Int, _ name: String) {
        Console.diagnostic("Step \(number) of \(steps) · \(name)")
    }

    /// Asks for a detail of a transfer.
    package static func ask(_ question: TransferQuestion) throws(Failure) -> String? {
        let prompt: String
        switch question.subject {
        case .asset, .protocol, .method: return try choose(question.label, question.choices)
        case .amount: prompt = "\(question.label)\(question.isOptional ? ", Enter to say it on the page" : ""): "
        case .field, .forgottenField:
            let choices = question.choices.joined(separator: ", ")
            let again = question.isAskedAgain ? "once more, it was not kept" : ""
            prompt = Self.prompt(
                question.label, [question.about, again, choices, question.isOptional ? "or Enter" : ""])
        }
        return try ask(prompt, isOptional: question.isOptional) { question.objection(to: $0)?.message }
    }

    /// Asks until a line is typed that raises no objection; nil for an empty line where that is allowed. There is no
    /// limit on attempts.
    package static func ask(
        _ prompt: String, isOptional: Bool = false, usual: String? = nil,
        _ objection: (String) -> String? = { _ in nil }
    ) throws(Failure) -> String? {
        while true {
            let typed = try Question.text("  " + prompt)
            if typed.isEmpty, let usual { return usual }
            if typed.isEmpty, isOptional { return nil }
            guard let objection = typed.isEmpty ? FieldObjection.missing.message : objection(typed) else {
                return typed
            }
            Console.diagnostic("  \(TerminalText.escape(objection))")
        }
    }

    /// Asks for one of several choices; an empty line chooses the first.
    package static func choose(_ what: String, _ choices: [String]) throws(Failure) -> String {
        let shown = TerminalText.escape(choices.joined(separator: ", "))
        let prompt = "\(what): \(shown) [\(TerminalText.escape(choices[0]))]: "
        return try ask(prompt, usual: choices[0]) {
            choices.contains($0) ? nil : FieldObjection.choice(among: []).message
        }
            ?? choices[0]
    }

    /// The prompt `name (what it is): `.
    package static func prompt(_ name: String, _ about: [String], usual: String? = nil) -> String {
        let about = about.filter { !$0.isEmpty }.joined(separator: "; ")
        let usual = usual.map { " [\($0)]" } ?? ""
        return TerminalText.escape(name + (about.isEmpty ? "" : " (\(about))") + usual) + ": "
    }
}

extension Guide {
    /// Asks for the customer fields that were not given beforehand.
    package static func answers(to request: CustomerRequest) throws(Failure) -> CustomerAnswers {
        try request.answers(askText: value, askFile: file)
    }

    private static func value(_ question: CustomerQuestion, _ usual: String?) throws(Failure) -> String? {
        let about = [
            question.about, question.choices.joined(separator: ", "), question.error ?? "",
            question.isOptional ? "or Enter" : "",
        ]
        return try ask(prompt(question.name, about, usual: usual), isOptional: question.isOptional, usual: usual) {
            question.objection(to: $0)?.message
        }
    }

    private static func file(_ question: CustomerQuestion) throws(Failure) -> CustomerServer.File? {
        let about = [
            "the path of a file", question.about, question.error.map { "not accepted: \($0)" } ?? "",
            question.isOptional ? "or Enter" : "",
        ]
        var found: CustomerServer.File?
        _ = try ask(prompt(question.name, about), isOptional: question.isOptional) { path in
            do throws(Failure) { found = try CustomerServer.File(field: question.name, path: path) } catch {
                return error.wording.commandText
            }
            return nil
        }
        return found
    }
}

/// A page's address as a QR code on the terminal, for a telephone.
package enum PageQR {
    /// Draws the code, if standard error is a terminal; a remark says so when it is too small.
    package static func draw(_ page: HTTPURL) {
        guard Console.errorIsTerminal, let code = try? QRCode(page.text), let size = Console.size else { return }
        let drawing = TerminalQR(code, colours: Console.hasColours)
        guard drawing.columns <= size.columns, drawing.rows < size.rows else {
            return Console.message(
                "its QR code needs a terminal of \(drawing.columns) columns and \(drawing.rows + 1) rows; this one has \(size.columns) and \(size.rows)"
            )
        }
        Console.diagnostic(Wording(drawing.lines.joined(separator: "\n")))
    }
}
