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
    /// - Throws: `.badInput` when the anchor does not say.
    package func fee(
        of kind: TransferKind, code: String, amount: DecimalText, method: String?, by wanted: TransferProtocol?
    ) throws(TransferError) -> (fee: DecimalText, by: TransferProtocol) {
        let servers = try servers(wanted)
        return try TransferError.catching {
            for server in servers {
                let info = try server.info()
                guard let offer = info.offer(kind, code, isExchange: false) else { continue }
                let fee =
                    info.hasFeeEndpoint
                    ? try server.fee(of: kind, code: code, method: method, amount: amount, token: tokenIfAny())
                    : offer.fee(of: amount)
                if let fee { return (fee, server.protocol) }
            }
            throw Failure(
                .badInput, "\(domain.text) does not say what this costs",
                hint: "coldstar-submit anchor price does for exchanges")
        }
    }

    /// The anchor's list of transfers of an asset, newest first; those without a start time come last.
    ///
    /// - Parameters:
    ///   - wanted: nil for both protocols, each of which has its own list.
    ///   - limit: how many of each protocol.
    package func transfers(
        code: String, by wanted: TransferProtocol?, limit: Int, token: AccessToken
    ) throws(TransferError) -> [Transfer] {
        let servers = try servers(wanted)
        return try TransferError.catching {
            let account = try someone().account.address
            var found: [Transfer] = []
            for server in servers {
                for transfer in try server.transfers(code: code, limit: limit, account: account, token: token)
                where !found.contains(where: { $0.id == transfer.id }) {
                    found.append(transfer)
                }
            }
            return Transfer.newestFirst(found)
        }
    }
}
