// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
package import Journal
package import Stellar

extension RecordedTransfer {
    /// The anchor's id.
    ///
    /// - Throws: `.badInput` when the transfer has none yet.
    package func requiredID() throws(Failure) -> String {
        guard let transferID else {
            throw Failure(
                .badInput,
                step == .begun
                    ? "transfer \(number) cannot be followed: \(TerminalText.escape(homeDomain)) gave it no id"
                    : "transfer \(number) is not begun at \(TerminalText.escape(homeDomain)) yet",
                hint: step == .begun
                    ? nil : "to go on with it: \(step: .anchor(.resume(number: number, isLoopback: false)))")
        }
        return transferID
    }
}

/// Lookup of transfers begun on this machine, by their local number or the anchor's id.
package enum LocalTransfer {
    /// The transfer with a local number, or with an anchor's id when the domain is not given.
    ///
    /// - Parameter folder: the online side's folder.
    /// - Throws: `.noInput` when there is none, `.usage` when several anchors assigned the same id, or one to a deposit
    ///   and a withdrawal.
    package static func find(_ text: String, in folder: String) throws(Failure) -> RecordedTransfer {
        let missing = Failure(
            .noInput, "there is no transfer \(TerminalText.escape(text)) on this machine",
            hint:
                "to list them: \(step: .anchor(.listTransfers)); for any other give \(field: .homeDomain), \(field: .account) and the network"
        )
        guard let journal = try JournalOpener.read(folder: folder) else { throw missing }
        let found: [RecordedTransfer]
        do throws(JournalError) {
            if let number = number(text), let numbered = try journal.transfer(number: number) { return numbered }
            found = try journal.transfers(id: text)
        } catch {
            throw Failure(error)
        }
        guard let latest = found.first else { throw missing }
        guard Set(found.map { "\($0.homeDomain) \($0.kind) \($0.network.passphrase)" }).count == 1 else {
            let numbers = found.map { String($0.number) }.joined(separator: ", ")
            throw Failure(
                .usage, "several transfers have the id \(TerminalText.escape(text)): \(numbers)",
                hint: "give the number instead")
        }
        return latest
    }

    /// The transfer with a local number, to continue it.
    ///
    /// - Throws: `.noInput` when there is none.
    package static func numbered(_ number: Int64, in journal: any TransferBook) throws(Failure) -> RecordedTransfer {
        let found: RecordedTransfer?
        do throws(JournalError) { found = try journal.transfer(number: number) } catch { throw Failure(error) }
        guard let found else {
            throw Failure(
                .noInput, "there is no transfer \(number)", hint: "to list them: \(step: .anchor(.listTransfers))")
        }
        return found
    }

    /// Forgets a transfer that was not sent to its anchor: what stands in its way may never go.
    ///
    /// - Throws: `.noInput` when there is none, `.refused` for one that the anchor has, or may have.
    package static func forget(_ number: Int64, in journal: any TransferBook) throws(Failure) -> RecordedTransfer {
        let transfer = try numbered(number, in: journal)
        guard transfer.step.isLocal else {
            throw Failure(
                .refused,
                transfer.step == .begun
                    ? "transfer \(number) is with the anchor, which decides what becomes of it"
                    : "transfer \(number) was being sent, and the anchor may have it",
                hint: "to see where it stands: \(step: .anchor(.listTransfers))")
        }
        do throws(JournalError) { try journal.remove(transfer) } catch { throw Failure(error) }
        return transfer
    }

    /// The transfer with a local number, if it is with this anchor and has an id; nil otherwise.
    package static func numbered(
        _ text: String, at session: AnchorSession
    ) throws(Failure) -> RecordedTransfer? {
        guard let number = number(text), let journal = try session.settings.journals.read() else { return nil }
        let found: RecordedTransfer?
        do throws(JournalError) { found = try journal.transfer(number: number) } catch { throw Failure(error) }
        guard let found, found.homeDomain == session.domain.text, found.transferID != nil,
            found.network == session.network, found.account == session.client?.account
        else { return nil }
        return found
    }

    private static func number(_ text: String) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }
}

extension RecordedTransfer {
    /// Its place among the four stages of a transfer: details, customer data, fee, summary.
    package var stage: Int {
        switch step {
        case .customer: 2
        case .fee: 3
        case .summary, .sending, .begun: 4
        }
    }

    /// When it was begun.
    package var begun: Timestamp { Timestamp(UInt64(clamping: created)) }

    /// The transfer as `coldstar-submit anchor transfers` prints it.
    package var document: JSON {
        func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
        return [
            "transfer": .number(String(number)), "network_passphrase": .string(network.passphrase),
            "home_domain": .string(homeDomain), "account": .string(account.address), "memo": text(memo),
            "kind": .string(kind.rawValue),
            "protocol": .string(`protocol`.rawValue), "asset": .string(asset), "amount": text(amount),
            "type": text(method),
            "step": .string(step.rawValue), "id": text(transferID), "status": text(status?.rawValue),
            "created": .string(begun.rfc3339),
        ]
    }
}
