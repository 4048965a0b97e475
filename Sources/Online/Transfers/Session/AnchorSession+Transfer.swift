// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
package import Journal
import Stellar
import StellarXDR

extension AnchorSession {
    /// The transfer with an id, and the server that knows it.
    package func transfer(
        _ id: String, by wanted: TransferProtocol?, token: AccessToken
    ) throws(TransferError) -> (transfer: Transfer, server: TransferServer) {
        let servers = try servers(wanted)
        for (index, server) in servers.enumerated() {
            do throws(AnchorError) { return (try server.transfer(id: id, token: token), server) } catch {
                // A server that does not know it returns 404; the server of the next protocol may know it.
                guard case .refused(_, 400...404, _) = error, index + 1 < servers.count else {
                    throw .anchor(error)
                }
            }
        }
        throw .failure(Failure(.bug, "no server was asked"))
    }

    /// The transfer that the user names by the anchor's id or, if the anchor does not know that id, by its number on this machine.
    ///
    /// - Parameter mayBeNumber: whether the text may be a number on this machine: it is as the user typed it.
    package func transfer(
        named text: String, mayBeNumber: Bool, by wanted: TransferProtocol?, token: AccessToken
    ) throws(TransferError) -> (transfer: Transfer, server: TransferServer) {
        do throws(TransferError) {
            return try transfer(text, by: wanted, token: token)
        } catch {
            guard case .anchor(.refused(_, 400...404, _)) = error, mayBeNumber,
                let id = try TransferError.catching({ try LocalTransfer.numbered(text, at: self)?.transferID })
            else { throw error }
            return try transfer(id, by: wanted, token: token)
        }
    }

    /// The journal's record of a transfer; nil for one begun elsewhere.
    package func record(of transfer: Transfer) throws(Failure) -> RecordedTransfer? {
        try record(of: transfer, in: try settings.existingJournal())
    }

    /// - Parameter journal: nil when there is none.
    func record(of transfer: Transfer, in journal: SQLiteJournal?) throws(Failure) -> RecordedTransfer? {
        guard let journal else { return nil }
        do throws(JournalError) {
            return try journal.transfer(network: network, homeDomain: domain.text, id: transfer.id)
        } catch {
            throw Failure(error)
        }
    }

    /// Checks the asset of a recorded transfer against the current stellar.toml. A stellar.toml without an issuer for the code passes.
    ///
    /// - Throws: `.protocolBroken` when it now names other issuers.
    package func check(assetOf transfer: RecordedTransfer) throws(Failure) {
        guard let asset = try? Asset(transfer.asset), let issuer = asset.issuer else { return }
        let issuers = toml.issuers(of: asset.code)
        guard let other = issuers.first, !issuers.contains(issuer) else { return }
        throw Failure(
            .protocolBroken,
            "the stellar.toml of \(domain.text) names another issuer of \(asset.code) by now, \(other.address), "
                + "and transfer \(transfer.number) was begun with \(asset.text)",
            hint: "pay nothing for it; ask the anchor")
    }
}
