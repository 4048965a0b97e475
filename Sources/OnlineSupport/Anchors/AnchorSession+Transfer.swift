// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import CLISupport
package import Journal
import Stellar
import StellarXDR

extension AnchorSession {
    /// The transfer of an id, and who knows it.
    ///
    /// - Throws: `AnchorError`, and `Failure` for a domain without transfers.
    package func transfer(
        _ id: String, by wanted: TransferProtocol?, token: AccessToken
    ) throws -> (Transfer, TransferServer) {
        let servers = if let wanted { [try transfers(wanted)] } else { try allTransfers() }
        for (index, server) in servers.enumerated() {
            do throws(AnchorError) { return (try server.transfer(id: id, token: token), server) } catch {
                // Whoever does not know it says so with 404; the next protocol may.
                guard case .refused(_, 400...404, _) = error, index + 1 < servers.count else { throw error }
            }
        }
        throw Failure(.bug, "no server was asked")
    }

    /// Holds the asset that a transfer was begun with against the stellar.toml as it is now. One that names nobody for its code says
    /// nothing against it.
    ///
    /// - Throws: `.protocolBroken` where others issue it by now.
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
