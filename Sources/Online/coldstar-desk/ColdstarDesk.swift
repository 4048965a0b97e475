// SPDX-License-Identifier: Apache-2.0

import Anchors
import ArgumentParser
import Codec
import CommandLine
import Desk
import Dispatch
import HTTP
import LedgerAPI
import LoopbackHTTP
import Stellar
import Terminal
import Workspace

/// `coldstar-desk`: the online side as pages in the user's own browser.
@main
struct ColdstarDesk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-desk",
        abstract: "The builder and the submitter as pages in your own browser, on this machine only.",
        discussion: """
            Prints one line, "ready http://127.0.0.1:8400/?key=...", and opens that address in the browser. The key in it admits one browser, once.
            The pages use the journal, the contacts and the configuration of the other programs: what is begun in one can be finished in the other.
            If the browser has lost its access, Enter in this terminal or "coldstar-desk open" makes a new key; open finds the desk that runs in the same home.
            It never has a secret key. Stops on Ctrl-C or SIGTERM; nothing is lost when it is killed.
            Example: coldstar-desk --network testnet
            """,
        version: Program.version)

    /// What to do other than run a desk.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case open
    }

    @Argument(
        help: "open: make a new key, good once, for the desk that runs in this home, and open the browser with it.")
    var action: Action?

    @Option(
        help:
            "The port to listen on, on 127.0.0.1; 0 picks a free one (default: 8400). With open: the port of the desk to enter."
    )
    var port: UInt16?

    private static let usualPort: UInt16 = 8400

    @Flag(help: "Do not open the browser.")
    var noOpen = false

    @Option(help: "The page to which the printed address leads, such as /ramp.")
    var page = "/"

    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "Your own account, which forms begin with (or $STELLAR_ACCOUNT, or the configuration's).",
        completion: Completion.accounts)
    var source: String?

    @Flag(help: "Print the address as a JSON document; the ready line goes to standard error.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions

    static func main() async {
        // The decoder of pictures is this program again; it takes no options.
        if CommandLine.arguments.dropFirst().first == PictureProcess.command, CommandLine.arguments.count == 3,
            let mode = PictureMode(rawValue: CommandLine.arguments[2])
        {
            Program.run("coldstar-desk") { () throws(Failure) in try PictureService.run(mode) }
        }
        await Program.main(
            Self.self,
            libraries: LinkedLibrary.online
                + PictureService.libraries.map { LinkedLibrary($0, version: $1) })
    }

    func run() async throws {
        let json = json
        let opens = !noOpen
        let ready = { @Sendable (url: String, files: EntranceFiles) throws(Failure) in
            if json {
                Console.message("ready \(url)")
                try Console.result(document: ["ready": .string(url)], pretty: false)
            } else {
                try Console.result(line: "ready \(url)")
            }
            guard opens else { return }
            do throws(Failure) { try Browser.open(url, titled: "Coldstar", by: files.page) } catch {
                Console.message("note: \(error.wording)")
            }
        }
        let folder = try home.online()
        if action == .open {
            let files = EntranceFiles(folder: folder, port: try running(in: folder))
            return try ready(try files.leaveKey(), files)
        }
        let signals = TerminationSignals()
        let desk = try settings()
        let server = try LoopbackServer(port: port ?? Self.usualPort)
        let enter = TerminalEnter()
        try await server.serve(desk, in: folder, again: enter.presses, until: signals.first, ready: ready)
    }

    /// The port of the desk that runs in a folder.
    private func running(in folder: String) throws(Failure) -> UInt16 {
        let ports = EntranceFiles.ports(in: folder)
        let chosen = port.map { port in ports.filter { $0 == port } } ?? ports
        guard let first = chosen.first else {
            let place = port.map { " at port \($0)" } ?? ""
            throw Failure(
                .noInput, "no desk runs\(place) in this home",
                hint: "start coldstar-desk, or give the --home that it was given")
        }
        guard chosen.count == 1 else {
            let list = chosen.map { String($0) }.joined(separator: ", ")
            throw Failure(
                .usage, "several desks run in this home, at the ports \(list)", hint: "choose one with --port")
        }
        return first
    }

    private func settings() throws(Failure) -> Desk.Settings {
        let account = try Settings.account(source, option: "--source")?.text
        let context = OnlineContext(home: home, horizon: horizon, rpc: rpc)
        let chosen = try network.required()
        if try context.rpcAlone(for: chosen) == nil { _ = try context.horizon().client(for: chosen) }
        guard page.hasPrefix("/"), !page.hasPrefix("//") else {
            throw Failure(.usage, "--page is the path of a page, such as /ramp")
        }
        var settings = Desk.Settings(
            context: context, network: chosen, account: account,
            clock: { NowOption.clock() },
            decoder: PictureProcesses(), homeDomain: try? Settings.homeDomain(nil, on: network))
        settings.firstPage = page
        return settings
    }
}

/// Presses of Enter in the terminal of this process; none if standard input is not a terminal.
struct TerminalEnter: @unchecked Sendable {
    // Safe as Sendable: the source is only kept alive.
    private let source: (any DispatchSourceRead)?
    let presses: AsyncStream<Void>

    init() {
        // A few presses that come at once are one.
        let (presses, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.presses = presses
        guard isatty(STDIN_FILENO) != 0 else {
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: STDIN_FILENO, queue: DispatchQueue(label: "coldstar.desk.terminal"))
        source.setEventHandler {
            // The system would stop a process in the background that reads from its terminal.
            guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
                usleep(200_000)
                return
            }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count > 0, bytes.prefix(count).contains(UInt8(ascii: "\n")) { continuation.yield() }
            // The terminal has gone.
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { source.cancel() }
        }
        source.resume()
        self.source = source
    }
}
