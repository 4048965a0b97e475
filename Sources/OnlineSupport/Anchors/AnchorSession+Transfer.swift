// SPDX-License-Identifier: Apache-2.0

package import Anchor
import CLISupport

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
}
