// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar

/// The state as the sum of the records.
extension RampSession {
    /// Adds a record, and brings the state to it.
    mutating func record(
        _ kind: RampRecord.Kind, _ detail: [(String, JSON)], _ reaction: inout RampReaction, at now: Timestamp
    ) {
        let record = RampRecord(now, kind, detail)
        reaction.records.append(record)
        apply(record)
    }

    mutating func apply(_ record: RampRecord) {
        count += 1
        switch record.kind {
        case .opened:
            page = record["page"]
            leaveFrame()
        case .gone:
            page = nil
            leaveFrame()
        case .event: apply(event: record)
        case .status: if let update = record.update { apply(update) }
        case .requested:
            requests += 1
            guard let request = restored(from: record) else { return }
            self.request = request
            isAsked = true
        case .repeated:
            if request == nil, let answered, record["id"] == answered.request.id.text { reopen(answered) }
            isAsked = true
        case .replied:
            answered = request.map { Answered(request: $0, page: page, signature: heldSignature) }
            closeRequest()
        case .voided, .refused, .expired: closeRequest()
        case .signed: break
        case .payout:
            payout = record.payout
            noise += 1
        case .onboarding:
            isOnboarding = record["action"] == "open"
            noise += 1
        case .ignored:
            ignored += 1
            noise += 1
        case .ended:
            closeRequest()
            isEnded = true
        }
    }

    private mutating func leaveFrame() {
        isAsked = false
        isOnboarding = false
    }

    private mutating func closeRequest() {
        if let request { closed.insert(request.id) }
        request = nil
        isAsked = false
        heldSignature = nil
    }

    private mutating func reopen(_ answered: Answered) {
        closed.remove(answered.request.id)
        request = answered.request
        heldSignature = answered.signature
    }

    private mutating func apply(event record: RampRecord) {
        noise += 1
        guard let event = record["event"].flatMap(RampEvent.init(rawValue:)) else { return }
        events.append(event)
        if let message = record["message"] { lastError = message }
    }

    private mutating func apply(_ update: RampUpdate) {
        seen.insert(update.identity)
        guard let index = transfers.firstIndex(where: { $0.id == update.id }) else {
            return transfers.append(
                RampTransfer(
                    id: update.id, status: update.status, updatedAt: update.updatedAt,
                    networkTransactionID: update.networkTransactionID))
        }
        guard transfers[index].status.precedes(update.status) else {
            noise += 1
            return
        }
        transfers[index].status = update.status
        transfers[index].updatedAt = update.updatedAt
        transfers[index].networkTransactionID = update.networkTransactionID ?? transfers[index].networkTransactionID
    }

    /// The message of a request, with what the configuration says about it.
    func message(_ bytes: [UInt8], expires: Timestamp) -> ChainMessage? {
        MessageScheme(of: configuration.network.chain).map { scheme in
            ChainMessage(
                network: configuration.network, address: configuration.address, scheme: scheme,
                origin: frame.origin.text, purpose: "wallet verification", expires: expires, bytes: bytes)
        }
    }

    private func restored(from record: RampRecord) -> RampRequest? {
        guard let id = record["id"].flatMap({ RequestID($0) }), let text = record["message"],
            let bytes = try? Base64.decode(text), let expires = record["expires"].flatMap({ Timestamp($0) }),
            let message = message(bytes, expires: expires)
        else { return nil }
        return RampRequest(id: id, message: message, created: record.time)
    }
}

extension RampUpdate {
    /// What makes two updates one.
    var identity: RampUpdate { RampUpdate(id: id, status: status, updatedAt: updatedAt) }

    var detail: [(String, JSON)] {
        [
            ("id", .string(id)), ("status", .string(status.rawValue)), ("updatedAt", .string(updatedAt)),
            ("networkTransactionId", networkTransactionID.map(JSON.string) ?? .null),
        ]
    }
}

extension RampRecord {
    /// The payment that the frame asked for.
    var payout: RampPayout? {
        guard let amount = self["amount"], let recipient = self["recipient"], let token = self["token"],
            let decimals = self["decimals"]
        else { return nil }
        return RampPayout(amount: amount, recipient: recipient, token: token, decimals: decimals)
    }

    /// The update of a transfer that the record holds.
    package var update: RampUpdate? {
        guard kind == .status, let id = self["id"], let status = self["status"].flatMap(RampStatus.init(rawValue:)),
            let updatedAt = self["updatedAt"]
        else { return nil }
        return RampUpdate(
            id: id, status: status, updatedAt: updatedAt, networkTransactionID: self["networkTransactionId"])
    }
}
