// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
package import HTTP

/// What the stellar.toml of a domain says (SEP-1), and which of its fields are not what SEP-1 says.
package struct DomainReport: Presentable {
    private let domain: String
    private let report: TomlReport

    /// Fetches the file, and the currency files on the same host that it links to.
    ///
    /// - Parameters:
    ///   - allowsLoopback: whether the domain may be of this machine.
    ///   - transport: called once it is known that the text is a domain.
    package init(
        of text: String, allowsLoopback: Bool, by transport: () throws(Failure) -> any HTTPTransport
    ) throws(Failure) {
        let domain: HomeDomain
        do { domain = try HomeDomain(text, allowsLoopback: allowsLoopback) } catch { throw Failure(error) }
        let transport = try transport()
        do { report = try StellarToml.fetch(domain, by: transport).report(by: transport) } catch {
            throw Failure(error)
        }
        self.domain = domain.text
    }

    private var members: [(key: String, value: JSON)] {
        report.document.asObject?.members.map { ($0.key, $0.value) } ?? []
    }

    package var document: JSON {
        let problems = report.problems.map { problem -> JSON in
            ["field": .string(problem.place), "problem": .string(problem.reason)]
        }
        return .object(
            JSONObject(
                [("domain", JSON.string(domain))] + members.map { ($0.key, $0.value) }
                    + [("problems", .array(problems))]))
    }

    package var text: [TextPart] {
        var parts: [TextPart] = []
        for (name, value) in members {
            guard let rows = value.asArray else {
                parts += Self.section(name, value)
                continue
            }
            for (index, row) in rows.enumerated() { parts += Self.section("\(name) \(index + 1)", row) }
        }
        if !report.problems.isEmpty {
            let rows = report.problems.map { ["  \($0.place)", TerminalText.escape($0.reason)] }
            parts += [.line("problems"), .table(rows)]
        }
        return parts.isEmpty ? [.line("the file says nothing")] : parts
    }

    private static func section(_ name: String, _ fields: JSON) -> [TextPart] {
        guard let members = fields.asObject?.members, !members.isEmpty else { return [] }
        return [.line(Wording(name)), .table(members.map { ["  \($0.key)", shown($0.value)] })]
    }

    private static func shown(_ value: JSON) -> String {
        switch value {
        case .string(let text): TerminalText.escape(text)
        case .array(let values): values.map(shown).joined(separator: ", ")
        default: value.text()
        }
    }
}
