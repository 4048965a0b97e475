// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
package import Journal
package import Shell
import Stellar
import StellarXDR

extension AnchorSession {
    /// The transfer with an id, and the server that knows it.
    ///
    /// - Throws: `AnchorError`, and `Failure` for a domain without a transfer service.
    package func transfer(
        _ id: String, by wanted: TransferProtocol?, token: AccessToken
    ) throws -> (Transfer, TransferServer) {
        let servers = if let wanted { [try transfers(wanted)] } else { try allTransfers() }
        for (index, server) in servers.enumerated() {
            do throws(AnchorError) { return (try server.transfer(id: id, token: token), server) } catch {
                // A server that does not know it returns 404; the server of the next protocol may know it.
                guard case .refused(_, 400...404, _) = error, index + 1 < servers.count else { throw error }
            }
        }
        throw Failure(.bug, "no server was asked")
    }

    /// The transfer that the user names by the anchor's id or, if the anchor does not know that id, by its number on this machine.
    ///
    /// - Parameter mayBeNumber: whether the text may be a number on this machine: it is as the user typed it.
    /// - Throws: `AnchorError`, and `Failure` for a domain without a transfer service.
    package func transfer(
        named text: String, mayBeNumber: Bool, by wanted: TransferProtocol?, token: AccessToken, home: HomeOptions
    ) throws -> (transfer: Transfer, server: TransferServer) {
        do {
            return try transfer(text, by: wanted, token: token)
        } catch let error as AnchorError {
            guard case .refused(_, 400...404, _) = error, mayBeNumber,
                let id = try LocalTransfer.numbered(text, at: self, home)?.transferID
            else { throw error }
            return try transfer(id, by: wanted, token: token)
        }
    }

    /// The journal's record of a transfer; nil for one begun elsewhere.
    package func record(of transfer: Transfer, _ home: HomeOptions) throws(Failure) -> RecordedTransfer? {
        guard let journal = try OnlineJournal.existing(home) else { return nil }
        do throws(JournalError) {
            return try journal.transfer(network: network.passphrase, homeDomain: domain.text, id: transfer.id)
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
