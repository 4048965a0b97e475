// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import OnlineShell
import Shell
import TextCodec

struct LookupToml: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toml", abstract: "The stellar.toml of a domain (SEP-1).",
        discussion: """
            Fields that are not what SEP-1 says are left out and named at the end.
            Example: coldstar-build lookup toml example.com
            """)

    @Argument(help: "The domain, for example example.com.")
    var domain: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions

    func run() throws {
        let report: TomlReport
        let domain: HomeDomain
        do {
            domain = try HomeDomain(self.domain, allowsLoopback: horizon.httpLoopback)
            let transport = try horizon.transport()
            report = try StellarToml.fetch(domain, by: transport).report(by: transport)
        } catch let error as AnchorError {
            throw Failure(error)
        }
        guard json else { return try Console.put(line: Self.lines(report).joined(separator: "\n")) }
        let problems = report.problems.map { problem -> JSON in
            ["field": .string(problem.place), "problem": .string(problem.reason)]
        }
        let members =
            [("domain", JSON.string(domain.text))] + (report.document.asObject?.members ?? []).map { ($0, $1) }
        try Console.put(document: .object(JSONObject(members + [("problems", .array(problems))])))
    }

    private static func lines(_ report: TomlReport) -> [String] {
        var lines: [String] = []
        for (name, value) in report.document.asObject?.members ?? [] {
            switch value {
            case .array(let rows):
                for (index, row) in rows.enumerated() { lines += section("\(name) \(index + 1)", row) }
            default: lines += section(name, value)
            }
        }
        if !report.problems.isEmpty {
            lines.append("problems")
            lines += TextTable.lines(report.problems.map { ["  \($0.place)", TerminalText.escape($0.reason)] })
        }
        return lines.isEmpty ? ["the file says nothing"] : lines
    }

    private static func section(_ name: String, _ fields: JSON) -> [String] {
        guard let members = fields.asObject?.members, !members.isEmpty else { return [] }
        return [name] + TextTable.lines(members.map { ["  \($0.key)", shown($0.value)] })
    }

    private static func shown(_ value: JSON) -> String {
        switch value {
        case .string(let text): TerminalText.escape(text)
        case .array(let values): values.map(shown).joined(separator: ", ")
        default: value.text()
        }
    }
}
