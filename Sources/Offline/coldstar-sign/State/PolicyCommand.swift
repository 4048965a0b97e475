// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import TextCodec
import Vault

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "What may be signed, and which holds may pass unattended.",
        subcommands: [Show.self, Set.self, Check.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "The policy; with a PIN it is proven to be yours.",
            discussion: "Examples: coldstar-sign policy show\ncoldstar-sign policy show --key savings")
        @Option(help: "The key whose PIN proves it.", completion: Completion.keys)
        var key: String?
        @Flag(help: "Print one JSON document with number, owner and standing, also when there is no policy.")
        var json = false
        @OptionGroup var pin: PINInput
        @OptionGroup var home: HomeOptions

        var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

        func run() throws {
            let around = try Surroundings(home)
            guard let list = around.state.policy, let policy = around.policy else {
                Console.say("there is no policy: whatever passes the review may be signed")
                if json { try Console.put(document: document(around, isVerified: false)) }
                return
            }
            var standing = "not yet verified: --key NAME and its PIN prove it"
            var isVerified = false
            if key != nil || pin.pinFd != nil {
                let vault = Vault(folder: try home.vault())
                let name = try around.editor(key, in: vault)
                do {
                    let opened = try pin.unlock(name, in: vault)
                    isVerified = try !around.state.verify(opened)
                    standing =
                        isVerified
                        ? "verified with key \(name.text)" : "signed by a key that \(name.text) has not seen before"
                } catch {
                    throw Failure(any: error)
                }
            }
            Console.say("policy number \(list.counter) of \(list.time.utc), by key \(list.owner.text); \(standing)")
            guard json else { return try Console.put(line: policy.json.text(pretty: true)) }
            try Console.put(document: document(around, isVerified: isVerified))
        }

        private func document(_ around: Surroundings, isVerified: Bool) -> JSON {
            var list = around.state.policy?.document
            list?["verified"] = .bool(isVerified)
            return ["policy": around.policy?.json ?? .null, "list": list.map { .object($0) } ?? .null]
        }
    }

    struct Set: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a policy in force.",
            discussion: "Example: coldstar-sign policy set policy.json\nWhat the file does not allow is not allowed.")
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        var reach: Reach { get throws(Failure) { Reach(file, .file) + (try editor.reach) } }

        func run() throws {
            let (bytes, origin) = try InputFile.read(file, limit: 1 << 20)
            let policy: Policy
            do throws(JSONError) { policy = try Policy(try JSON(parsing: bytes)) } catch {
                throw Failure(.badInput, "\(origin): \(error.message)")
            }
            try editor.write(
                .policy, ["policy": policy.json], showing: "The policy would be:\n\(policy.json.text(pretty: true))",
                try Surroundings(editor.home))
        }
    }

    struct Remove: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take the policy out of force.", discussion: "Example: coldstar-sign policy remove")
        @OptionGroup var editor: ListEditor

        var reach: Reach { get throws(Failure) { try editor.reach } }

        func run() throws {
            let around = try Surroundings(editor.home)
            guard around.policy != nil else { throw Failure(.noInput, "there is no policy") }
            // Write a new version without a policy rather than deleting the file, so that an older policy cannot be restored.
            try editor.write(
                .policy, ["policy": .null],
                showing: "Without the policy whatever passes the review may be signed, and holds always ask.", around)
        }
    }

    struct Check: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "Whether the policy lets something be signed; needs no PIN.",
            discussion: "Example: coldstar-sign policy check request.json")
        @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
        var transaction: String?
        @Option(help: "The key that would sign (for destinations of its own).", completion: Completion.keys)
        var key: String?
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var network: NetworkOptions
        @OptionGroup var clock: NowOption
        @OptionGroup var home: HomeOptions

        var reach: Reach {
            get throws(Failure) { TransactionInput.reach(transaction) + (try home.toRead) + MachineClock.reach }
        }

        func run() throws {
            let names = try key.map { text throws(Failure) in [try Keys.name(text)] } ?? []
            let around = try names.isEmpty ? Surroundings(toLook: home) : Surroundings(home, for: names)
            guard let policy = around.policy else { throw Failure(.noInput, "there is no policy") }
            let examined = try Examined(try TransactionInput(transaction), network.choice, book: around.book)
            let present = try around.time(clock, for: names)
            var input = examined.input(now: present.now)
            present.complete(&input)
            if let name = names.first {
                do { input.key = SigningKey(try Vault(folder: try home.vault()).info(name)) } catch {
                    throw Failure(any: error)
                }
            }
            if let name = names.first {
                around.complete(&input, for: name)
            } else {
                around.completeToLook(&input, for: input.accountsToSign)
            }
            let review = Reviewer.review(input).review
            if let first = review.allFindings.first(where: { $0.rule == .policy && $0.level == .refuse }) {
                if json { try Console.put(document: ["allowed": false, "reason": .string(first.message)]) }
                throw Failure(.refused, "POLICY: \(first.message)")
            }
            let attended = review.holds.filter { !policy.passes($0) }.map(\.rule.rawValue)
            if json {
                return try Console.put(
                    document: ["allowed": true, "needs_a_person": .array(attended.map { .string($0) })])
            }
            try Console.put(line: "allowed by the policy")
            if !attended.isEmpty {
                try Console.put(line: "needs a person for \(attended.joined(separator: ", "))")
            }
        }
    }
}
