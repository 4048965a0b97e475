// SPDX-License-Identifier: Apache-2.0

package import Anchor
import Faults
import Stellar
import StellarXDR
import TextCodec

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
            // Servers of both protocols may list the same transfers; within one list, equal ids are different transfers.
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
