// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import Journal
package import Stellar
import StellarXDR

extension AnchorSession {
    /// The cost of a transfer at the first server that states it.
    ///
    /// - Parameters:
    ///   - method: one of the anchor's funding methods; nil if it has none.
    ///   - wanted: nil for whichever protocol offers it.
    /// - Throws: `.badInput` when the anchor does not say, or the error of the server that might.
    package func fee(
        of kind: TransferKind, code: String, amount: DecimalText, method: String?, by wanted: TransferProtocol?
    ) throws(TransferError) -> (fee: DecimalText, by: TransferProtocol) {
        let asked = try asked(wanted) { server -> DecimalText? in
            let info = try server.info()
            guard let offer = try info.offer(kind, code, isExchange: false) else { return nil }
            return info.hasFeeEndpoint
                ? try server.fee(of: kind, code: code, method: method, amount: amount, token: tokenIfAny())
                : offer.fee(of: amount)
        }
        for (server, fee) in asked.answers {
            if let fee { return (fee, server.protocol) }
        }
        if let (_, error) = asked.failures.first { throw error }
        throw .failure(
            Failure(
                .badInput, "\(domain.text) does not say what this costs",
                hint: "for exchanges: \(step: .anchor(.exchangePrice))"))
    }

    /// The anchor's list of transfers of an asset, newest first; those without a start time come last.
    ///
    /// - Parameters:
    ///   - wanted: nil for both protocols, each of which has its own list.
    ///   - limit: how many of each protocol.
    /// - Returns: the transfers, each once, and remarks about servers that did not answer, escaped.
    package func transfers(
        code: String, by wanted: TransferProtocol?, limit: Int, token: AccessToken
    ) throws(TransferError) -> (transfers: [ListedTransfer], remarks: [String]) {
        let account = try TransferError.catching { try someone().account.address }
        let asked = try asked(wanted) { server in
            try server.transfers(code: code, limit: limit, account: account, token: token)
        }
        var found: [ListedTransfer] = []
        for (_, listed) in asked.answers {
            // Servers of both protocols may list the same transfers; within one list, equal ids are different
            // transfers.
            let known = Set(found.compactMap { $0.transfer.map(Identity.init) })
            found += listed.filter { listed in listed.transfer.map { !known.contains(Identity($0)) } ?? true }
        }
        return (Transfer.newestFirst(found), asked.remarks)
    }

    /// What makes a transfer one of its own: anchors number deposits and withdrawals apart.
    private struct Identity: Hashable {
        let id: String
        let kind: TransferKind?

        init(_ transfer: Transfer) { (id, kind) = (transfer.id, transfer.kind) }
    }
}

extension AnchorSession {
    /// The transfer with an id, and the server that knows it.
    ///
    /// - Parameters:
    ///   - kind: the kind that is meant, where an anchor gave a deposit and a withdrawal one id.
    ///   - code: the asset's code; nil if it is not known.
    package func transfer(
        _ id: String, _ kind: TransferKind? = nil, code: String? = nil, by wanted: TransferProtocol?,
        token: AccessToken
    ) throws(TransferError) -> (transfer: Transfer, server: TransferServer) {
        let account = try TransferError.catching { try someone().account.address }
        var other: (transfer: Transfer, server: TransferServer)?
        var unknown: AnchorError?
        var failure: AnchorError?
        for server in try servers(wanted) {
            do throws(AnchorError) {
                let transfer = try server.transfer(id: id, kind: kind, code: code, account: account, token: token)
                // The server of the next protocol may have the one that is meant.
                if kind == nil || transfer.kind == nil || transfer.kind == kind { return (transfer, server) }
                other = other ?? (transfer, server)
            } catch {
                // A server that does not know it returns 404.
                if case .refused(_, 400...404, _) = error { unknown = error } else { failure = failure ?? error }
            }
        }
        if let other { return other }
        // One that failed may know the transfer, whatever the others say.
        throw .anchor(
            failure ?? unknown ?? .broken(domain: domain.text, reason: "none of its servers knows the transaction"))
    }

    /// The transfer that the user names by the anchor's id or, if the anchor does not know that id, by its number on
    /// this machine.
    ///
    /// - Parameters:
    ///   - mayBeNumber: whether the text may be a number on this machine: it is as the user typed it.
    ///   - kind: the kind that is meant, where an anchor gave a deposit and a withdrawal one id.
    ///   - code: the asset's code; nil if it is not known.
    package func transfer(
        named text: String, mayBeNumber: Bool, _ kind: TransferKind? = nil, code: String? = nil,
        by wanted: TransferProtocol?, token: AccessToken
    ) throws(TransferError) -> (transfer: Transfer, server: TransferServer) {
        do throws(TransferError) {
            return try transfer(text, kind, code: code, by: wanted, token: token)
        } catch {
            guard case .anchor(.refused(_, 400...404, _)) = error, mayBeNumber,
                let known = try TransferError.catching({ try LocalTransfer.numbered(text, at: self) }),
                let id = known.transferID
            else { throw error }
            return try transfer(id, known.kind, code: known.code, by: wanted, token: token)
        }
    }

    /// The journal's record of a transfer; nil for one begun elsewhere.
    package func record(of transfer: Transfer) throws(Failure) -> RecordedTransfer? {
        try record(of: transfer, in: try settings.journals.read())
    }

    /// - Parameter journal: nil when there is none.
    func record(of transfer: Transfer, in journal: (any OnlineJournal)?) throws(Failure) -> RecordedTransfer? {
        guard let journal else { return nil }
        do throws(JournalError) {
            return try journal.transfer(
                network: network, homeDomain: domain.text, id: transfer.id, kind: transfer.kind)
        } catch {
            throw Failure(error)
        }
    }

    /// Checks the asset of a recorded transfer against the current stellar.toml. A stellar.toml without an issuer for
    /// the code passes.
    ///
    /// - Throws: `.protocolBroken` when it now names other issuers.
    package func check(assetOf transfer: RecordedTransfer) throws(Failure) {
        guard let asset = try? Asset(transfer.asset), let issuer = asset.issuer else { return }
        let issuers = toml.issuers(of: asset.code)
        guard let other = issuers.first, !issuers.contains(issuer) else { return }
        throw Failure(
            .protocolBroken,
            "the stellar.toml of \(domain.text) names another issuer of \(asset.code) by now, \(other.address), "
                + "and transfer \(transfer.number) was begun with \(asset.plain)",
            hint: "pay nothing for it; ask the anchor")
    }
}
