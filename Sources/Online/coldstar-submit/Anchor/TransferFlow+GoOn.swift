// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

extension TransferFlow {
    // MARK: what may have been sent

    /// Finds out whether the anchor received the transfer that was being sent when the program ended. It is sent again
    /// only if the anchor does not list it, or the user says that none of the listed transfers is this one.
    ///
    /// - Returns: false if there is nothing left to do.
    mutating func lookFor() throws -> Bool {
        let account = try session.someone().account.address
        let found = try server.transfers(code: code, account: account, token: token).filter(mayBe)
        guard !found.isEmpty else {
            Console.say("\(session.domain.text) does not know this transfer: starting a new one")
            try move(to: .summary)
            return true
        }
        for line in TextTable.lines(found.map(\.row)) { Console.tell("  " + line) }
        guard isGuided else {
            throw Failure(
                .unknownYet,
                "transfer \(record.number) may have been begun: \(session.domain.text) has \(found.count) that it could be",
                hint: "on a terminal, \(resuming) asks which it is")
        }
        let ids = found.map(\.id) + ["none"]
        let typed = try Guide.ask("which of them is it? its id, or none: ") {
            ids.contains($0) ? nil : "not one of the choices"
        }
        guard let id = typed, id != "none" else {
            try move(to: .summary)
            return true
        }
        record.transferID = id
        try move(to: .begun)
        return true
    }

    /// Whether the anchor's transfer may be this one: it is not another transfer of this machine, and the amount does
    /// not differ.
    private func mayBe(_ transfer: Transfer) throws(Failure) -> Bool {
        guard transfer.kind == nil || transfer.kind == kind, transfer.status?.isFinal != true else { return false }
        do throws(JournalError) {
            let known = try journal.transfer(
                network: record.networkPassphrase, homeDomain: record.homeDomain, id: transfer.id)
            guard known == nil else { return false }
        } catch {
            throw Failure(error)
        }
        guard record.otherAsset == nil, let own = record.amount.flatMap({ DecimalText($0) }),
            let amount = transfer.amount("amount_in")
        else { return true }
        return own == amount
    }

    // MARK: what the anchor has

    /// Shows the transfer's status, and does or names the next step.
    mutating func goOn() throws {
        guard let id = record.transferID else {
            throw Failure(
                .badInput, "transfer \(record.number) cannot be followed: \(session.domain.text) gave it no id",
                hint:
                    "coldstar-submit anchor transactions --asset \(ShellWord.quoted(code)) \(session.arguments) lists what it knows"
            )
        }
        var transfer = try server.transfer(id: id, token: token)
        if try answer(transfer) { transfer = try server.transfer(id: id, token: token) }
        try note(transfer)
        let document: JSON = [
            "transfer": .number(String(record.number)), "home_domain": .string(session.domain.text),
            "protocol": .string(record.protocol), "kind": .string(record.kind), "id": .string(id),
            "status": .string(transfer.statusText), "transaction": transfer.document,
        ]
        try ManageAnchor.Options.print(json: json, document, transfer.lines)
        if [.incomplete, .pendingUser].contains(transfer.status), let text = transfer.text("more_info_url"),
            let page = try? HTTPURL(text)
        {
            try show(page)
        }
        guard !json, transfer.status?.isFinal != true else { return }
        if transfer.status == .pendingUserTransferStart, kind == .withdrawal {
            Console.say("next: \(session.paying(id, record))")
        }
        Console.say("then: \(session.watching(id, record))")
    }

    /// Gives the anchor the data that it asks for during a transfer, if there is a source for it.
    private func answer(_ transfer: Transfer) throws -> Bool {
        let names = transfer.requiredFields
        switch transfer.status {
        case .pendingCustomerInfoUpdate:
            var dialogue = try CustomerDialogue(self)
            guard dialogue.hasSource else { return false }
            if isGuided { Console.say("\(session.domain.text) wants to know more about you") }
            try dialogue.run(CustomerServer.Query(transferID: transfer.id), wanted: names)
            return true
        case .pendingTransactionInfoUpdate where server.protocol == .sep6:
            var given = fields.filter { names.contains($0.name) }
            if isGuided {
                Console.say("\(session.domain.text) asks again for details of this transfer")
                for name in names where !given.contains(where: { $0.name == name }) {
                    let typed = try Guide.ask(Guide.prompt(name, [])) { CustomerField.objection(to: $0, of: name) }
                    given.append((name, typed ?? ""))
                }
            }
            guard !given.isEmpty else { return false }
            do throws(AnchorError) { try server.update(id: transfer.id, given, token: token) } catch {
                throw error.leavingOut(given.map(\.value))
            }
            return true
        default: return false
        }
    }

    private mutating func note(_ transfer: Transfer) throws(Failure) {
        guard record.status != transfer.statusText else { return }
        record.status = transfer.statusText
        try move(to: .begun)
    }

    // MARK: the anchor's page

    /// Shows the page as a QR code on a terminal, and opens it in the browser if requested. The URL is not stored:
    /// anyone who has it can continue as this customer.
    func show(_ page: HTTPURL) throws(Failure) {
        if !json, Console.errorIsTerminal { draw(page) }
        guard options.open else { return }
        guard page.scheme == .https || session.domain.origin.isLoopback else {
            throw Failure(.protocolBroken, "\(session.domain.text) names a page on this machine, which is not opened")
        }
        try Browser.open(page)
    }

    private func draw(_ page: HTTPURL) {
        guard let code = try? QRCode(page.text), let size = Console.size else { return }
        let drawing = TerminalQR(code, colours: Console.hasColours)
        guard drawing.columns <= size.columns, drawing.rows < size.rows else {
            return Console.say(
                "its QR code needs a terminal of \(drawing.columns) columns and \(drawing.rows + 1) rows; this one has \(size.columns) and \(size.rows)"
            )
        }
        Console.tell(drawing.lines.joined(separator: "\n"))
    }
}
