// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import LedgerRules
import LoopbackHTTP
import Practice
import SafeFiles
import Stellar
import Terminal

/// `coldstar-sandbox`: a practice network on loopback.
@main
struct ColdstarSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-sandbox",
        abstract: """
            A practice Stellar network on loopback: Horizon, Stellar RPC, friendbot and an anchor, with a ledger in memory.
            """,
        discussion: """
            Prints one line, "coldstar-sandbox ready URL", when clients can connect; give that URL to the other \
            programs with --horizon-url, and with /rpc after it with --rpc-url. The same address is the home domain of a \
            practice anchor for the asset SRT. \
            Stops on Ctrl-C or SIGTERM; nothing is kept.
            """,
        version: Program.version)

    @Option(help: "The port to listen on, on 127.0.0.1; 0 picks a free one.")
    var port: UInt16 = 8000

    @Option(
        help: ArgumentHelp("Accounts, rates and fees to start with (JSON).", valueName: "file"), completion: .file())
    var seed: String?

    @Option(help: ArgumentHelp("The network passphrase to use.", valueName: "text"))
    var networkPassphrase = Network.testnet.passphrase

    @Option(help: "What goes wrong at /rpc.")
    var rpcFault: RPCFault?

    /// The maximum size of a seed file, in bytes.
    private static let seedLimit = 16 << 20

    static func main() async { await Program.main(Self.self) }

    func run() async throws {
        let signals = TerminationSignals()
        let network = Network(passphrase: networkPassphrase)
        let clock = { @Sendable () -> UInt64 in NowOption.clock().seconds }
        let ledger = PracticeLedger(network: network, seed: try readSeed(), clock: clock)
        let anchor = try PracticeAnchor(ledger: ledger, network: network, clock: clock)
        let name = "coldstar-sandbox \(Program.version)"
        let rpc = RPCService(ledger: ledger, name: name) { .random(in: 0 ... .max) }
        let server = try PracticeServer(
            port: port, name: name, ledger: ledger, anchor: anchor, rpc: rpc, fault: rpcFault)
        try await server.run(until: signals.first) { url throws(Failure) in
            try Console.result(line: "coldstar-sandbox ready \(url)")
        }
    }

    private func readSeed() throws(Failure) -> Seed {
        guard let seed else { return Seed() }
        let name = TerminalText.escape(seed)
        let bytes: [UInt8]
        do throws(FileError) { bytes = try SafeFiles.read(seed, limit: Self.seedLimit) } catch {
            if case .notFound = error { throw Failure(.noInput, Wording(error.message)) }
            throw Failure(.badInput, Wording(error.message))
        }
        do throws(SeedError) { return try Seed(parsing: bytes) } catch {
            throw Failure(.badInput, "\(name): \(error.message)")
        }
    }
}

extension RPCFault: ExpressibleByArgument {}
