// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Review
import Signing
import Terminal
import Vault

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "What may be signed, and which holds may pass unattended.",
        subcommands: [Show.self, Set.self, Check.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: ConfinedCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "The policy in sentences, and what is left of its limits; with a PIN it is proven to be yours.",
            discussion: "Examples: coldstar-sign policy show\ncoldstar-sign policy show --key savings")
        @Option(help: "The key whose PIN proves it.", completion: Completion.keys)
        var key: String?
        @Flag(help: "Print one JSON document with number, owner and standing, also when there is no policy.")
        var json = false
        @OptionGroup var pin: PINInput
        @OptionGroup var home: HomeOptions

        var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) + .clock } }

        func run() throws {
            let standing = try PolicyStanding.run(
                in: try home.keyVault(), provenBy: key, isProven: key != nil || pin.pinFd != nil,
                at: SigningTerminal(), pin: pin)
            Console.message(standing.text ?? "there is no policy: whatever passes the review may be signed")
            let now = KernelClock().wall()
            if json { return try Console.result(document: standing.document(now: now)) }
            guard let policy = standing.policy else { return }
            try Console.result(policy.text + (standing.usage(now: now)?.text ?? []))
        }
    }

    struct Set: ConfinedCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set the policy.",
            discussion:
                "Example: coldstar-sign policy set policy.json\nWhat the file does not allow is refused; without memo_required, no destination needs a memo."
        )
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        var reach: AllowedAccess { get throws(Failure) { AllowedAccess(file, .file) + (try editor.reach) } }

        func run() throws {
            let (bytes, origin) = try InputFile.read(file, limit: Policy.fileLimit)
            try editor.make(.policy(try Policy(file: bytes, origin: origin)))
        }
    }

    struct Remove: ConfinedCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove the policy.", discussion: "Example: coldstar-sign policy remove")
        @OptionGroup var editor: ListEditor

        var reach: AllowedAccess { get throws(Failure) { try editor.reach } }

        func run() throws { try editor.make(.noPolicy) }
    }

    struct Check: ConfinedCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Whether the policy lets something be signed; needs no PIN.",
            discussion: "Example: coldstar-sign policy check request.json")
        @OptionGroup var argument: TransactionArgument
        @Option(
            help: "The key that would sign; the policy may list destinations for it alone.", completion: Completion.keys
        )
        var key: String?
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var network: NetworkOptions
        @OptionGroup var clock: NowOption
        @OptionGroup var home: HomeOptions

        var reach: AllowedAccess { get throws(Failure) { argument.reach + (try home.toRead) + .clock } }

        func run() throws {
            let name = try key.map { text throws(Failure) in try KeyName(typed: text) }
            let context =
                try name.map { name throws(Failure) in try VaultContext(home, for: [name]) }
                ?? VaultContext(displaying: home)
            guard context.policy != nil else { throw PolicyVerdict.noPolicy }
            let request = try ParsedRequest(try argument.input(), network.choice)
            let verdict = try PolicyVerdict(
                on: request, by: name, in: context, at: try clock.given(), machine: KernelClock())
            if json { try Console.result(document: verdict.document) }
            if let refusal = verdict.refusal { throw refusal }
            if !json { for line in verdict.lines { try Console.result(line: line) } }
        }
    }
}
