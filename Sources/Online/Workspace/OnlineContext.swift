// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import Journal
package import LedgerAPI
import SafeFiles
package import Stellar
package import StellarXDR

/// The state and the servers of the online side: the folder of the journal, the Horizon and Stellar RPC servers, and
/// the clock.
///
/// An invalid setting is a value here, because it must not stop a job that does not use it: each call throws it where
/// it is needed.
package struct OnlineContext: Sendable {
    /// The folder of the online state.
    package let folder: Result<String, Failure>
    /// Nil when no network may be used.
    package let servers: Result<HorizonServers, Failure>?
    /// Nil when no network may be used, or the job does not use Stellar RPC.
    package let rpcServers: Result<RPCServers, Failure>?
    /// The present in seconds since 1970, which the journal's records get.
    package let clock: @Sendable () -> Int64

    package init(
        folder: Result<String, Failure>, servers: Result<HorizonServers, Failure>?,
        rpcServers: Result<RPCServers, Failure>? = nil, clock: @escaping @Sendable () -> Int64
    ) {
        self.folder = folder
        self.servers = servers
        self.rpcServers = rpcServers
        self.clock = clock
    }

    /// - Parameter servers: nil when no network may be used.
    package init(
        folder: String, servers: HorizonServers?, rpcServers: RPCServers? = nil,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.init(
            folder: .success(folder), servers: servers.map { .success($0) },
            rpcServers: rpcServers.map { .success($0) }, clock: clock)
    }

    package var isOffline: Bool { servers == nil }

    /// The context without the network.
    package var offline: OnlineContext { OnlineContext(folder: folder, servers: nil, clock: clock) }

    /// The context without Horizon, for a contract call whose sequence number is given: only its simulation uses the
    /// network.
    package var withoutHorizon: OnlineContext {
        OnlineContext(folder: folder, servers: nil, rpcServers: rpcServers, clock: clock)
    }

    /// The context of one job, whose parts share a client of Stellar RPC: what one has learned of a server, the others
    /// know.
    package var forOneJob: OnlineContext {
        OnlineContext(
            folder: folder, servers: servers, rpcServers: rpcServers.map { $0.map { $0.sharingClients() } },
            clock: clock)
    }

    /// The servers.
    ///
    /// - Throws: `.usage` when no network may be used.
    package func horizon() throws(Failure) -> HorizonServers {
        guard let servers else { throw Failure(.usage, "this needs the network, and cannot be used offline") }
        return try servers.get()
    }

    /// A client of the network's Stellar RPC servers, which asks each for its network before anything else; sends no
    /// request yet.
    ///
    /// - Throws: `.usage` when no network may be used, and when no server is given and none is known for the network.
    package func rpc(for network: Network) throws(Failure) -> RPCClient {
        guard let rpcServers else { throw Failure(.usage, "this needs the network, and cannot be used offline") }
        return try rpcServers.get().client(for: network)
    }

    /// The contracts that the signer's book pins.
    package func contractPins() throws(Failure) -> ContractPins { ContractPins(folder: try folder.get()) }

    package func journals() throws(Failure) -> JournalOpener { JournalOpener(folder: try folder.get(), clock: clock) }

    /// Opens or creates the journal.
    package func journal() throws(Failure) -> any OnlineJournal { try journals().open() }

    /// The existing journal, for reading; nil when there is none.
    package func existingJournal() throws(Failure) -> (any OnlineJournal)? { try journals().read() }

    /// The existing journal, for writing; nil when there is none.
    package func openExistingJournal() throws(Failure) -> (any OnlineJournal)? { try journals().openExisting() }

    /// All contacts, by name; empty when there is no journal, which is not created.
    package func contacts() throws(Failure) -> [Contact] { try Contacts.all(in: try existingJournal()) }

    /// The domain of a user's text; one of this machine only if the settings allow it.
    ///
    /// - Parameter field: the input; nil for none.
    /// - Throws: `.usage` when no network may be used, `.badInput` for a text that is no domain.
    package func homeDomain(_ text: String, _ field: FieldID? = nil) throws(Failure) -> HomeDomain {
        let allowsLoopback = try horizon().allowsLoopback
        do { return try HomeDomain(text, allowsLoopback: allowsLoopback) } catch {
            throw field.map { Failure(error, $0) } ?? Failure(error)
        }
    }

    /// The name that a domain's federation server knows for an account.
    package func name(of account: AccountID, at homeDomain: String) throws(Failure) -> FederationName {
        let servers = try horizon()
        do {
            let domain = try HomeDomain(homeDomain, allowsLoopback: servers.allowsLoopback)
            return try Federation(DomainFiles(by: try servers.transport()), allowsLoopback: servers.allowsLoopback)
                .name(of: account, at: domain)
        } catch { throw Failure(any: error) }
    }
}

/// The ledger, with what the user should know about its servers.
extension OnlineContext {
    /// The ledger for building: as Horizon shows it, or Stellar RPC if only a server of that is named.
    package func ledger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> AnyLedger {
        guard let client = try rpcAlone(for: network) else {
            return AnyLedger(try horizonLedger(of: network, noting: &notices))
        }
        let ledger = AnyLedger(try RPCLedger(client))
        notices += self.notices(about: ledger)
        return ledger
    }

    /// Stellar RPC, if a server of that is named for the network, and none of Horizon.
    package func rpcAlone(for network: Network) throws(Failure) -> RPCClient? {
        guard let client = try rpcServers?.get().givenClient(for: network),
            try horizon().givenClient(for: network) == nil
        else { return nil }
        return client
    }

    /// Stellar RPC, if a server of that is named for the network.
    package func rpcGiven(for network: Network) throws(Failure) -> RPCClient? {
        try rpcServers?.get().givenClient(for: network)
    }

    /// Horizon, if one is named for the network, or nothing else is.
    ///
    /// - Parameter other: the servers of Stellar RPC that are named.
    package func horizonBeside(_ other: RPCClient?, for network: Network) throws(Failure) -> HorizonClient? {
        if let given = try horizon().givenClient(for: network) { return given }
        return other == nil ? try horizon().client(for: network) : nil
    }

    /// The ledger that the network's Horizon servers show, once they were found to belong to the network.
    package func horizonLedger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> LedgerView {
        let ledger = try LedgerView(
            try horizon().client(for: network), network: network, witness: try rpcGiven(for: network))
        notices += self.notices(about: ledger)
        return ledger
    }

    /// The ledger as the servers show it to what submits or checks transactions: Stellar RPC if a server is named, else
    /// Horizon. With both, Stellar RPC is asked for the ledger, and Horizon only for transactions.
    ///
    /// - Parameters:
    ///   - retryBudget: how long to wait for servers that do not respond.
    ///   - envelopes: the transactions whose entries are checked, if any are: Stellar RPC shows only what they name.
    /// - Throws: if no server responds, or one is of another network.
    package func networkLedger(
        of network: Network, waiting retryBudget: RetryBudget = .none, for envelopes: [TransactionEnvelope] = []
    ) throws(Failure) -> AnyLedger {
        guard let client = try rpcServers?.get().givenClient(for: network) else {
            return AnyLedger(
                try LedgerView(try horizon().client(for: network).waiting(retryBudget), network: network))
        }
        return AnyLedger(
            try RPCLedger(
                client.waiting(retryBudget), witness: try horizon().givenClient(for: network), for: envelopes))
    }

    /// What the user should know about the servers of a ledger.
    package func notices(about ledger: some LedgerAPI) -> [Notice] {
        let remarks =
            ledger.remarks.map { Notice.plain(.server, Wording($0)) } + (clockWarning(ledger).map { [$0] } ?? [])
        guard let warning = protocolWarning(ledger.protocolVersion, of: ledger.network) else { return remarks }
        return remarks + [.warning(.newerProtocol, Wording(warning))]
    }
}

extension OnlineContext {
    /// Seconds by which the clock may differ from the newest ledger, which closes about every five.
    private static let clockTolerance: Int64 = 600

    /// What a transaction's validity is worth where the clock, by which it is chosen, and the ledger, by which it is
    /// judged, differ. From one machine it cannot be determined which of them is wrong.
    private func clockWarning(_ ledger: some LedgerAPI) -> Notice? {
        guard let closed = ledger.ledgerTime else { return nil }
        let now = clock()
        guard now.distance(to: closed).magnitude > UInt(Self.clockTolerance) else { return nil }
        func text(_ seconds: Int64) -> String { Timestamp(UInt64(max(0, seconds))).utc }
        return .warning(
            .clock,
            """
            this machine's clock shows \(text(now)), and the newest ledger of \(ledger.network.label) closed at \(text(closed)): the clock \
            is wrong, or the network stands still. How long a transaction is valid is counted by the clock and judged by the ledger
            """)
    }
}

// MARK: What the folder keeps besides the journal

/// The warning that a network has a newer protocol than this version was tested with.
package enum ProtocolWarning {
    /// Nil for a protocol that this version was tested with, and if it is not known.
    package static func text(_ version: Int?, of network: Network) -> String? {
        guard let version, version > Protocol.newestTested else { return nil }
        return "\(network.label) is at protocol \(version), and this version was tested with protocols up to "
            + "\(Protocol.newestTested): what is new since then may be shown as unknown, or not be checked at all; use a newer version"
    }
}

extension OnlineContext {
    /// The largest file of warnings that is read, in bytes.
    private static let warningLimit = 1 << 16

    /// The warning about the network's protocol, if it was not given for this network today; nil for a protocol that
    /// this version was tested with.
    ///
    /// A day begins at 0:00 UTC. Where the folder does not exist or cannot be written, it is given every time.
    package func protocolWarning(_ version: Int?, of network: Network) -> String? {
        guard let version, let text = ProtocolWarning.text(version, of: network) else { return nil }
        guard let folder = try? folder.get(), SafeFiles.exists(folder) else { return text }
        let path = folder + "/protocol-warnings"
        let bytes = try? SafeFiles.read(path, limit: Self.warningLimit)
        var given = bytes.flatMap { try? JSON(parsing: $0) }?.asObject ?? JSONObject()
        let today = JSON.string("\(clock() / 86_400) \(version)")
        guard given[network.passphrase] != today else { return nil }
        given[network.passphrase] = today
        // A network that does not come back must not keep the file growing.
        if given.count > 100 { given = JSONObject([(network.passphrase, today)]) }
        try? SafeFiles.write(Array(JSON.object(given).text().utf8), to: path, replacing: true)
        return text
    }
}

/// The contracts that the signer's book pins, as `coldstar-sign book contracts export` wrote them.
///
/// A file in the online side's folder, in the exported format. It is not authenticated: it stops a build or a
/// submission when a contract has changed, and the signer decides by its own book.
package struct ContractPins: Sendable {
    /// The name of the format, see docs/spec/book-and-policy.md.
    package static let format = "coldstar-contracts"
    /// The largest file that is read, in bytes.
    package static let limit = 4 << 20

    private let path: String
    private let folder: String

    /// - Parameter folder: the online side's folder.
    package init(folder: String) {
        self.folder = folder
        path = folder + "/contracts.json"
    }

    /// All of them, in the order in which they came; empty if none was ever taken.
    ///
    /// - Throws: `.badInput` for a damaged file.
    package func all() throws(Failure) -> [ContractPin] {
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: Self.limit) } catch .notFound { return [] } catch {
            throw Failure(error)
        }
        return try Self.pins(in: bytes, origin: TerminalText.escape(path))
    }

    /// The pin of a contract; nil if there is none.
    package func pin(of contract: ContractID, on network: Network) throws(Failure) -> ContractPin? {
        try all().first { $0.contract == contract && $0.network == network }
    }

    /// Reads exported pins.
    package static func pins(in bytes: [UInt8], origin: String) throws(Failure) -> [ContractPin] {
        do throws(JSONError) {
            let json = try JSON(parsing: bytes, maximumDepth: 8)
            guard try json.string("format") == format, try json.integer("version", as: Int.self) == 1 else {
                throw .wrongType(field: "format", expected: "\(format), version 1")
            }
            var pins: [ContractPin] = []
            for row in try json.array("contracts") { pins.append(try ContractPin(row)) }
            return pins
        } catch {
            throw Failure(.badInput, "\(origin): these are not exported contracts: \(error.message)")
        }
    }

    /// Adds pins; one of the same contract is replaced. The file is replaced as a whole.
    package func keep(_ new: [ContractPin]) throws(Failure) {
        try write(
            try all().filter { old in !new.contains { $0.contract == old.contract && $0.network == old.network } } + new
        )
    }

    /// Removes a pin by its label or contract.
    ///
    /// - Throws: `.badInput` when there is none.
    package func remove(_ entry: String) throws(Failure) {
        let pins = try all()
        let left = pins.filter { $0.label != entry && StrKey.contract($0.contract).text != entry }
        guard left.count < pins.count else {
            throw Failure(
                .badInput, "no contract is called \(TerminalText.escape(entry))",
                hint: .suggestion(for: entry, among: pins.map(\.label)))
        }
        try write(left)
    }

    private func write(_ pins: [ContractPin]) throws(Failure) {
        let bytes = Array((Self.document(of: pins).text() + "\n").utf8)
        do throws(FileError) {
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(bytes, to: path, replacing: true)
        } catch {
            throw Failure(error)
        }
    }

    package static func document(of pins: [ContractPin]) -> JSON {
        ["format": .string(format), "version": 1, "contracts": .array(pins.map(\.json))]
    }
}
