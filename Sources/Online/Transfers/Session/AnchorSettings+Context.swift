// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
import Horizon
import Preflight
package import Stellar

extension AnchorSettings {
    /// What a session needs of an online context.
    ///
    /// - Parameter clock: the present time, which advances while waiting for the user.
    package init(
        _ context: OnlineContext, clock: @escaping @Sendable () -> Timestamp
    ) throws(Failure) {
        let servers = try context.horizon()
        self.init(
            transport: try servers.transport(), allowsLoopback: servers.allowsLoopback,
            folder: try context.folder.get(),
            clock: clock, recordClock: { Timestamp(UInt64(clamping: context.clock())) }
        ) { network throws(Failure) in try LedgerView(try servers.client(for: network), network: network) }
    }
}
