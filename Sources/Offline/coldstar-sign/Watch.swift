// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Handoff
import Signing
import Stellar
import Terminal
import Vault

struct Watch: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Sign what appears in a folder, unattended and within the policy.",
        discussion: """
            Example: coldstar-sign watch inbox --key payouts --pin-fd 3 3<pin
            Needs a policy. Each request with a handoff's name (transaction-HASH-unsigned.json) is reviewed as with sign --yes; its signature
            is written beside it. What the policy does not allow is refused once, and the refusal is a line of the journal. The PIN is read once and
            stays in locked memory; the key is opened for each request. Ends with a signal, or with --once.
            """)

    @Argument(help: "The folder.", completion: .directory)
    var folder: String

    @Option(help: "The key that signs (default: the only one).", completion: Completion.keys)
    var key: String?

    @Option(help: "Seconds between two looks at the folder (default 1).")
    var interval: String?

    @Flag(help: "Sign what is there, and leave.")
    var once = false

    @Option(help: "As in sign (default: response).")
    var format: SignedFormat = .response

    @Flag(help: "Print a JSON document for each signature and each refusal, one a line.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess {
        get throws(Failure) {
            AllowedAccess(folder, .folder) + AllowedAccess(folder, .keep) + pin.reach + (try home.toKeep) + .clock
        }
    }

    func run() throws {
        guard let seconds = interval.map({ UInt32($0) }) ?? 1, (1...3600).contains(seconds) else {
            throw Failure(.usage, "--interval: must be a number of seconds from 1 to 3600")
        }
        guard HandoffFolder.isFolder(folder) else {
            throw Failure(.noInput, "\(TerminalText.escape(folder)): there is no such folder")
        }
        let vault = try home.keyVault()
        let selection = try KeySelection(one: key, in: vault)
        if let note = selection.note { Console.message(Wording(note)) }
        let name = selection.names[0]
        let held = try HeldPIN(pin, of: name)
        let terms = SigningTerms(
            vault, networks: network.choice, format: format, machine: KernelClock()
        ) { () throws(Failure) in GivenTime(NowOption.clock(), isTold: false) }
        var watch = try FolderWatch(by: name, terms, pin: held)
        Console.message("watching \(TerminalText.escape(folder)) for key \(name.text)")
        var (refused, isFirst) = (0, true)
        while true {
            let contents = try HandoffFolder.contents(of: folder, telling: isFirst)
            isFirst = false
            let requests = contents.unsigned.compactMap { request($0, contents.signed) }
            let isBusy = try watch.pass(requests, pin: held) { event throws(Failure) in
                switch event {
                case .refused, .failed: refused += 1
                case .signed, .unnoted: break
                }
                try tell(event)
            } deliver: { signed throws(Failure) in
                try write(signed)
            }
            guard once else {
                if !isBusy { sleep(seconds) }
                continue
            }
            guard refused > 0 else { return }
            throw Failure(
                .refused, "\(refused) of \(requests.count) in this folder \(refused == 1 ? "was" : "were") not signed")
        }
    }

    /// A request; nil if it has gone.
    private func request(
        _ place: (path: String, name: HandoffName), _ signed: [(path: String, name: HandoffName)]
    ) -> FolderWatch.Request? {
        guard let mark = HandoffFolder.mark(of: place.path) else { return nil }
        return FolderWatch.Request(place.name, mark: mark) { () throws(Failure) in
            try file(place)
        } answers: {
            signed.filter { $0.name.answers(place.name) }.compactMap { try? file($0) }
        }
    }

    private func file(_ place: (path: String, name: HandoffName)) throws(Failure) -> FolderSigning.File {
        FolderSigning.File(
            try TransactionLines(place.path), as: place.name, origin: TerminalText.escape(place.path))
    }

    private func write(_ signed: FolderWatch.Signed) throws(Failure) -> String {
        try HandoffFolder.write(
            Array((signed.lines.joined(separator: "\n") + "\n").utf8), to: folder, as: signed.name, replacing: false)
    }

    private func tell(_ event: FolderWatch.Event) throws(Failure) {
        switch event {
        case .signed(let signed, let path):
            let what =
                signed.outcomes.count == 1
                ? signed.outcomes[0].hash?.hex ?? "" : "\(signed.outcomes.count) transactions"
            Console.message("signed \(what), written to \(TerminalText.escape(path))")
            guard json else { return }
            for outcome in signed.outcomes { try Console.result(line: outcome.document(.file(path)).text()) }
        case .refused(let name, let hash, let failure):
            Console.diagnostic("refused \(TerminalText.escape(name.text)): \(failure.wording)")
            guard json else { return }
            try Console.result(
                document: [
                    "refused": .string(failure.message), "hash": hash.map { .string($0.hex) } ?? .null,
                    "file": .string(name.text),
                ], pretty: false)
        case .failed(let name, let failure):
            Console.diagnostic("\(TerminalText.escape(name.text)), tried again: \(failure.wording)")
        case .unnoted(let failure):
            Console.warning("the refusal could not be written to the journal", failure)
        }
    }
}

/// A PIN that was read once and is kept in locked memory, for a program that opens the key again and again.
private final class HeldPIN: PINSource {
    private let pin: SecretBytes
    private let input: PINInput

    init(_ input: PINInput, of key: KeyName) throws(Failure) {
        pin = try input.existing(key)
        self.input = input
    }

    var tries: Int { 1 }
    var hasSecondFactor: Bool { input.hasSecondFactor }

    func factor() throws(Failure) -> SecretBytes? { try input.factor() }

    func entering<Result: ~Copyable>(
        _ body: ((PINQuestion) throws(Failure) -> SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body { question throws(Failure) in
            // Wrong PINs of another program make this one wait, too.
            if question.pause.seconds > 0 {
                Console.diagnostic("\(question.pause.reason): wait \(question.pause.seconds) s")
                sleep(UInt32(clamping: question.pause.seconds))
            }
            do { return try pin.copy() } catch { throw Failure(any: error) }
        }
    }

    func hear(_ event: PINEvent) {
        if case .note(let text) = event { Console.message(text) }
    }

    func clock() -> Timestamp { NowOption.clock() }
}
