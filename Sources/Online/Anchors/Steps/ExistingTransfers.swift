// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import HTTP
import Journal
import Stellar
import StellarXDR

extension TransferSteps {
    // MARK: what may have been sent

    /// Finds out whether the anchor received the transfer that was being sent when the program ended. It is sent again
    /// only if the anchor does not list it, or the user says that none of the listed transfers is this one.
    mutating func look() throws -> TransferStep? {
        let account = try session.someone().account.address
        let found = try server.transfers(code: record.code, account: account, token: token).compactMap { listed in
            // One that cannot be read may be this transfer, which must not be begun twice.
            if case .unread(_, let error) = listed { throw error }
            return listed.transfer
        }.filter(mayBe)
        guard found.isEmpty else {
            phase = .found(found, isShown: false)
            return nil
        }
        phase = .unknownToAnchor
        return .notice(.unknownToAnchor)
    }

    mutating func ask(_ found: [Transfer], _ isShown: Bool) throws(Failure) -> TransferStep {
        guard isAttended || !isShown else {
            throw Failure(
                .unknownYet,
                "transfer \(record.number) may have been begun: \(session.domain.text) has \(found.count) that it could be",
                hint: "to be asked which it is, on a terminal: \(step: resuming)")
        }
        phase = .found(found, isShown: true)
        return .mayHaveBegun(found)
    }

    mutating func choose(_ id: String?, among found: [Transfer]) throws(Failure) {
        guard let id else { return try move(to: .summary) }
        guard found.contains(where: { $0.id == id }) else { throw Failure(.badInput, "not one of the choices") }
        record.transferID = id
        try move(to: .begun)
    }

    /// Whether the anchor's transfer may be this one: it is not another transfer of this machine, and the amount does
    /// not differ.
    private func mayBe(_ transfer: Transfer) throws(Failure) -> Bool {
        guard transfer.kind == nil || transfer.kind == kind, !transfer.status.isFinal else { return false }
        do throws(JournalError) {
            let known = try journal.transfer(
                network: record.network, homeDomain: record.homeDomain, id: transfer.id, kind: kind)
            guard known?.kind != kind else { return false }
        } catch {
            throw Failure(error)
        }
        guard record.otherAsset == nil, let own = record.amount.flatMap({ DecimalText($0) }),
            let amount = transfer.amount("amount_in")
        else { return true }
        return own == amount
    }

    // MARK: what the anchor has

    /// The transfer as the anchor has it now.
    func current() throws -> Transfer {
        try server.transfer(
            id: try id(), kind: kind, code: record.code, account: try session.someone().account.address, token: token)
    }

    func id() throws(Failure) -> String {
        guard let id = record.transferID else {
            throw Failure(
                .badInput, "transfer \(record.number) cannot be followed: \(session.domain.text) gave it no id",
                hint:
                    "to list what it knows: \(step: .anchor(.listTransactions(session.reference, asset: record.code)))"
            )
        }
        return id
    }

    /// Fetches the transfer, and gives the anchor the data that it asks for meanwhile, if there is a source for it.
    mutating func goOn() throws -> TransferStep? {
        let transfer = try current()
        switch transfer.status {
        case .pendingCustomerInfoUpdate:
            let dialogue = try dialogue(
                CustomerServer.Query(transferID: transfer.id), wanted: transfer.requiredFields)
            guard dialogue.hasSource else { return try conclude(transfer) }
            phase = .customerUpdate(dialogue)
            return isAttended ? .notice(.moreDataWanted) : nil
        case .pendingTransactionInfoUpdate where server.protocol == .sep6:
            phase = .fieldUpdate(FieldUpdate(transfer, given: fields))
            return isAttended ? .notice(.detailsWanted) : nil
        default: return try conclude(transfer)
        }
    }

    /// Asks for the next detail, or sends them all.
    mutating func send(_ update: FieldUpdate) throws -> TransferStep? {
        if isAttended, let question = update.question { return .question(question) }
        guard !update.fields.isEmpty else { return try conclude(update.transfer) }
        do throws(AnchorError) { try server.update(id: update.transfer.id, update.fields, token: token) } catch {
            throw error.leavingOut(update.fields.map(\.value))
        }
        phase = .updated
        return nil
    }

    /// Records the status, and names the next step.
    mutating func conclude(_ transfer: Transfer) throws(Failure) -> TransferStep {
        if record.status != transfer.status {
            record.status = transfer.status
            try move(to: .begun)
        }
        phase = .finished
        let document: JSON = [
            "transfer": .number(String(record.number)), "home_domain": .string(session.domain.text),
            "protocol": .string(record.protocol.rawValue), "kind": .string(record.kind.rawValue),
            "id": .string(transfer.id),
            "status": .string(transfer.status.rawValue), "transaction": transfer.document,
        ]
        let hasPage = [.incomplete, .pendingUser].contains(transfer.status)
        let isFinal = transfer.status.isFinal
        return .result(
            TransferResult(
                document: document, facts: transfer.facts,
                page: hasPage ? transfer.text("more_info_url").flatMap { try? HTTPURL($0) } : nil,
                next: session.next(for: transfer, record),
                watching: isFinal ? nil : session.watching(transfer.id, record)))
    }
}
