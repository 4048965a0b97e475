// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CLISupport
import CurlHTTP
import OnlineSupport
import TextCodec

struct AnchorDeposit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Give an anchor money outside the network, for an asset on it.",
        discussion: """
            Example: coldstar-submit anchor deposit --home-domain example.com --account G... --asset USDC --amount 100 -n public
            Nothing is signed for this: the anchor says how to pay, and sends the asset when the money is there.
            """)

    @Flag(help: "Take the asset as a claimable balance while the account has no trustline for it.")
    var claimable = false

    @OptionGroup var transfer: TransferOptions

    func run() throws {
        let (server, started, session) = try transfer.start(.deposit, claimable: claimable)
        try TransferShow(server: server, started: started, session: session, options: transfer.options).show(.deposit)
    }
}

struct AnchorWithdraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Give an anchor an asset, for money outside the network.",
        discussion: """
            Example: coldstar-submit anchor withdraw --home-domain example.com --account G... --asset USDC --amount 100 \
            --type bank_account -n public
            The payment to the anchor is made by coldstar-build withdrawal and signed offline like any other.
            """)

    @OptionGroup var transfer: TransferOptions

    func run() throws {
        let (server, started, session) = try transfer.start(.withdrawal)
        try TransferShow(server: server, started: started, session: session, options: transfer.options)
            .show(.withdrawal)
    }
}

/// What a person is told when a transfer has begun.
struct TransferShow {
    let server: TransferServer
    let started: StartedTransfer
    let session: AnchorSession
    let options: ManageAnchor.Options

    func show(_ kind: TransferKind) throws(Failure) {
        let document: JSON = [
            "home_domain": .string(session.domain.text), "protocol": .string(server.protocol.rawValue),
            "kind": .string(kind.rawValue), "id": started.id.map { .string($0) } ?? .null,
            "url": started.page.map { .string($0.text) } ?? .null, "answer": started.document,
        ]
        try options.print(document, lines(kind))
        guard let id = started.id, !options.json else { return }
        let who = "--home-domain \(session.domain.text) --account \(session.client?.subject ?? "")"
        if kind == .withdrawal, server.protocol == .sep6 {
            Console.say(
                "next: coldstar-build withdrawal \(who) --id \(TerminalText.escape(id)), sign it offline, send it")
        }
        Console.say("then: coldstar-submit anchor watch \(TerminalText.escape(id)) \(who)")
    }

    private func lines(_ kind: TransferKind) -> [String] {
        let said = started.document
        func text(_ key: String) -> String? {
            switch said[key] {
            case .string(let text)? where !text.isEmpty: text
            case .number(let literal)?: literal
            default: nil
            }
        }
        var facts: [(name: String, value: String?)] = [
            ("\(kind.rawValue)", "at \(session.domain.text) (\(server.protocol.rawValue))"), ("id", started.id),
            ("open", started.page?.text), ("how", started.instructions.isEmpty ? text("how") : nil),
        ]
        for instruction in started.instructions {
            facts.append(
                (instruction.name, instruction.value + (instruction.about.isEmpty ? "" : " (\(instruction.about))")))
        }
        if kind == .withdrawal {
            facts += [
                ("pay to", text("account_id")), ("memo", text("memo").map { "\(text("memo_type") ?? "text"):\($0)" }),
            ]
        }
        facts += [
            ("least", text("min_amount")), ("most", text("max_amount")), ("fee", text("fee_fixed")),
            ("fee percent", text("fee_percent")), ("seconds", text("eta")),
            ("note", said["extra_info"]?["message"]?.asString),
        ]
        return Facts.lines(facts)
    }
}
