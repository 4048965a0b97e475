// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
import LedgerAPI
import Stellar
import Terminal
import Workspace

/// `config`: shows and changes the configuration file.
package struct ManageConfiguration: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "config", abstract: "The configuration file: network, servers, account and profiles.",
        discussion: """
            Values of the file are used where neither an option nor the environment names one. A profile overrides them:
            --profile NAME, or $COLDSTAR_PROFILE, or the file's own choice (config set profile NAME).
            Example: coldstar-build config set network testnet
            """,
        subcommands: [SetConfiguration.self, ShowConfiguration.self, UnsetConfiguration.self])

    package init() {}

    /// The file's place.
    ///
    /// - Throws: `.usage` without a home folder.
    static func store() throws(Failure) -> ConfigurationStore {
        guard let store = Settings.store else {
            throw Failure(.usage, "no folder for the configuration", hint: "set HOME or XDG_CONFIG_HOME")
        }
        return store
    }

    /// What was changed; no values after a removal.
    static func document(_ key: String, _ values: [String], _ profile: String?, _ store: ConfigurationStore) -> JSON {
        [
            "key": .string(key), "values": .array(values.map(JSON.string)),
            "profile": profile.map(JSON.string) ?? .null, "file": .string(store.path),
        ]
    }
}

struct SetConfiguration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a value, in the file's defaults or in a profile.",
        discussion: """
            Keys: \(ConfigurationKey.names.joined(separator: ", ")).
            Comments and all other lines of the file stay as they are. Example: coldstar-build config set account G...
            Example: coldstar-build config set network public --profile work
            """)

    @Argument(
        help: "The key; without one, on a terminal, the usual values are asked for.",
        completion: Completion.configurationKeys)
    var key: String?

    @Argument(help: "Its value; horizon-url and rpc-url take several.", completion: Completion.configurationValues)
    var value: [String] = []

    @Flag(help: "Print one JSON document: the key, its values, the profile and the file.")
    var json = false

    @OptionGroup var profile: ProfileOption

    func run() throws {
        let store = try ManageConfiguration.store()
        guard let key else { return try ConfigurationDialogue.run(store, profile: profile.profile) }
        guard !value.isEmpty else { throw Failure(.usage, "Missing expected argument '<value> ...'") }
        try store.change { text throws(Failure) in try text.set(key, to: value, profile: profile.profile) }
        guard !json else {
            return try Console.result(document: ManageConfiguration.document(key, value, profile.profile, store))
        }
        let place = profile.profile.map { " in profile \($0)" } ?? ""
        Console.message("\(key) is set\(place) in \(TerminalText.escape(store.path))")
    }
}

struct UnsetConfiguration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove a value from the file.",
        discussion: "Example: coldstar-build config unset proxy")

    @Argument(help: "The key.", completion: Completion.configurationKeys)
    var key: String

    @Flag(help: "Print one JSON document: the key, the profile and the file.")
    var json = false

    @OptionGroup var profile: ProfileOption

    func run() throws {
        let store = try ManageConfiguration.store()
        let place = (profile.profile.map { "profile \($0) of " } ?? "") + TerminalText.escape(store.path)
        guard store.exists else {
            throw Failure(.noInput, "there is no configuration file \(TerminalText.escape(store.path))")
        }
        try store.change { text throws(Failure) in
            guard try text.unset(key, profile: profile.profile) else {
                throw Failure(.noInput, "\(key) is not set in \(place)")
            }
        }
        guard !json else {
            return try Console.result(document: ManageConfiguration.document(key, [], profile.profile, store))
        }
        Console.message("\(key) is no longer set in \(place)")
    }
}

struct ShowConfiguration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The settings that commands would use, with the same options.",
        discussion: """
            Example: coldstar-build config show --origin
            Example: coldstar-build config show --profile work --json
            """)

    @Argument(help: "One key: print its value alone.", completion: Completion.configurationKeys)
    var key: String?

    @Flag(help: "Also show where each value comes from.")
    var origin = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions

    func run() throws {
        let report = try SettingsReport(network: network, horizon: horizon)
        if let key { return try show(key, report) }
        guard !json else { return try Console.result(document: report.document) }
        try Console.result(TextTable.lines(report.rows(withOrigin: origin)).map { .line(Wording($0)) })
    }

    private func show(_ key: String, _ report: SettingsReport) throws(Failure) {
        guard let entry = report.entries.first(where: { $0.name == key }) else {
            let failure = ConfigurationFile.unknownName([key], isInProfile: false)
            throw Failure(.usage, failure.field, failure.reason, hint: failure.hint)
        }
        guard !json else { return try Console.result(document: entry.document) }
        guard let setting = entry.value, entry.ignored == nil else {
            throw Failure(.noInput, entry.ignored.map { "\(key) is not used: \($0)" } ?? "\(key) is not set")
        }
        try Console.result(line: setting + (origin ? "  (\(entry.origin?.text ?? ""))" : ""))
    }
}

/// Asks for the usual values and writes them to the configuration file.
package enum ConfigurationDialogue {
    private static let questions: [(key: ConfigurationKey, prompt: String)] = [
        (.network, "network: public, testnet, futurenet or local"),
        (.account, "your account, G... or M..."),
        (.homeDomain, "your anchor's home domain"),
    ]

    /// Whether the user can be offered to write a file: there is none, notes are not suppressed, and there is a
    /// terminal.
    package static var canBeOffered: Bool {
        guard let store = Settings.store, !store.exists else { return false }
        return Console.saysNotes && Console.inputIsTerminal && Console.errorIsTerminal && Question.isPossible
    }

    /// Offers to write a file if that is possible and there is none. For a program that was started without a command,
    /// never for a command.
    package static func offer() throws(Failure) {
        guard canBeOffered, let store = Settings.store else { return }
        Console.diagnostic("There is no configuration yet. It spares you --network, --source and other options.")
        guard try Question.agree(to: "write \(TerminalText.escape(store.path))?") else {
            return Console.diagnostic("nothing was written; coldstar-build config set does it later")
        }
        try run(store, profile: nil)
    }

    /// Asks and writes; an empty line leaves a value as it is. Nothing is written before the last answer.
    ///
    /// - Throws: `.usage` without a terminal.
    static func run(_ store: ConfigurationStore, profile: String?) throws(Failure) {
        guard Console.inputIsTerminal, Question.isPossible else {
            throw Failure(
                .usage, "Missing expected argument '<key>'",
                hint: "for example coldstar-build config set network testnet")
        }
        var answers: [(key: ConfigurationKey, text: String)] = []
        for (key, prompt) in questions {
            if let text = try ask(key, prompt) { answers.append((key, text)) }
        }
        guard !answers.isEmpty else { return Console.message("nothing was written") }
        try store.change { text throws(Failure) in
            for answer in answers { try text.set(answer.key.name, to: [answer.text], profile: profile) }
        }
        Console.message("written to \(TerminalText.escape(store.path)); coldstar-build config show --origin shows it")
    }

    private static func ask(_ key: ConfigurationKey, _ prompt: String) throws(Failure) -> String? {
        while true {
            let typed = try Question.text("\(prompt) (Enter for none): ")
            guard !typed.isEmpty else { return nil }
            do throws(Failure) {
                try key.check(typed)
                return typed
            } catch { Console.diagnostic("  \(error.wording)") }
        }
    }
}
