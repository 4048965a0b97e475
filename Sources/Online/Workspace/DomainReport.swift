// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
package import HTTP
import Handoff
import Stellar
package import StellarXDR

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

/// What a federation server says of a name or of an account (SEP-2).
package enum FederationEntry: Presentable, Sendable {
    /// The account of a name.
    case account(FoundAccount)
    /// The name of an account, `G…`; the name is not escaped.
    case name(String, of: String)

    /// The account of a federation name.
    ///
    ///
    /// - Throws: `.badInput` for a reference that is not a federation name.
    package init(named name: AccountReference, in context: OnlineContext) throws(Failure) {
        guard case .federation = name else {
            throw Failure(.badInput, .words("the name"), "not a federation name such as name*example.com")
        }
        var finder = AccountFinder(context)
        self = .account(try finder.find(name, .words("the name")))
    }

    /// The name that a domain knows for an account.
    ///
    package init(of account: AccountID, at homeDomain: String, in context: OnlineContext) throws(Failure) {
        self = .name(try context.name(of: account, at: homeDomain).text, of: account.address)
    }

    package var document: JSON {
        switch self {
        case .account(let found):
            [
                "name": .string(found.name), "account": .string(found.account.address),
                "memo_type": found.memo == .none ? .null : .string(found.memo.kind),
                "memo": found.memo.value.map { .string($0) } ?? .null,
            ]
        case .name(let name, let account): ["name": .string(name), "account": .string(account)]
        }
    }

    package var text: [TextPart] {
        switch self {
        case .account(let found):
            [
                .facts(
                    [TextFact("account", Wording(found.account.address))]
                        + (found.memo == .none ? [] : [TextFact("memo", Wording(found.memo.shown))]))
            ]
        case .name(let name, _): [.facts([TextFact("name", Wording(TerminalText.escape(name)))], columns: 9)]
        }
    }
}
