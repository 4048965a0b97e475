// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
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
    package let openLedger: @Sendable (Network) throws(Failure) -> AnyLedger

    package init(
        transport: any HTTPTransport, allowsLoopback: Bool = false, folder: String,
        clock: @escaping @Sendable () -> Timestamp, recordClock: @escaping @Sendable () -> Timestamp,
        openLedger: @escaping @Sendable (Network) throws(Failure) -> AnyLedger
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
        ) { network throws(Failure) in
            var notices: [Notice] = []
            var ledger = try context.ledger(of: network, noting: &notices)
            if !ledger.listsTrustlines {
                var assets = AssetFinder(context, network: network)
                try ledger.expect(try assets.knownEntries())
            }
            return ledger
        }
    }
}

extension AnchorSession {
    /// The answer to a question, or the failure for an error, with hints that name anchor, user and network.
    ///
    /// - Parameters:
    ///   - type: the customer type, or nil for the anchor's usual one.
    ///   - tell: takes the error before it becomes a failure.
    package func explaining<Answer>(
        type: String? = nil, _ ask: () throws(TransferError) -> Answer,
        telling tell: (TransferError) throws(Failure) -> Void = { _ in }
    ) throws(Failure) -> Answer {
        do throws(TransferError) { return try ask() } catch {
            try tell(error)
            throw Failure(error, self, type: type)
        }
    }
}

extension Failure {
    /// The failure for a transfer's error, with hints that name anchor, user and network.
    ///
    /// - Parameter type: the customer type, or nil for the anchor's usual one.
    package init(_ error: TransferError, _ session: AnchorSession, type: String? = nil) {
        switch error {
        case .anchor(let error): self.init(error, session, type: type)
        case .failure(let failure): self = failure
        }
    }

    /// The failure for an anchor error, with hints that name anchor, user and network.
    ///
    /// - Parameter type: the customer type, or nil for the anchor's usual one.
    package init(_ error: AnchorError, _ session: AnchorSession, type: String? = nil) {
        let plain = Failure(error)
        switch error {
        case .customerInfoNeeded(_, let fields):
            // The message has all fields; there may be many, so the hint has only the first ones.
            let names = fields.prefix(5).map { String($0.unicodeScalars.prefix(64)) }
            let step = NextStep.anchor(.giveCustomerFields(session.reference, type: type, fields: names))
            self.init(plain.kind, plain.reason, hint: "to give it the fields: \(step: step)")
        case .loginNeeded: self.init(plain.kind, plain.reason, hint: "log in: \(step: session.login)")
        default: self = plain
        }
    }
}
