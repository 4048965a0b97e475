// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Journal
package import LedgerAPI
package import Stellar
package import Workspace

/// What a session with an anchor needs of this machine: its connections, its folder and its clocks.
package struct AnchorSettings: Sendable {
    package let transport: any HTTPTransport
    /// Whether domains of this machine (`localhost:8000`) are allowed, which are asked over http.
    package let allowsLoopback: Bool
    /// The online side's folder, with the journal, the tokens and the profile.
    package let folder: String
    /// The present time, which advances while waiting for the user.
    package let clock: @Sendable () -> Timestamp
    /// The time that records of the journal get.
    package let recordClock: @Sendable () -> Timestamp
    /// Opens the ledger that the network's Horizon servers show.
    package let openLedger: @Sendable (Network) throws(Failure) -> LedgerView

    package init(
        transport: any HTTPTransport, allowsLoopback: Bool = false, folder: String,
        clock: @escaping @Sendable () -> Timestamp, recordClock: @escaping @Sendable () -> Timestamp,
        openLedger: @escaping @Sendable (Network) throws(Failure) -> LedgerView
    ) {
        self.transport = transport
        self.allowsLoopback = allowsLoopback
        self.folder = folder
        self.clock = clock
        self.recordClock = recordClock
        self.openLedger = openLedger
    }

    package var journals: JournalOpener {
        let clock = recordClock
        return JournalOpener(folder: folder) { Int64(clamping: clock().seconds) }
    }
}

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
