// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import OnlineShell
import Shell
import TextCodec

/// `profile`: the user's own data for anchors, stored sealed.
struct ManageProfile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Your own data for anchors (SEP-9), sealed under a PIN.",
        subcommands: [Set.self, Show.self, Remove.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add or change fields.",
            discussion: """
                Example: coldstar-submit profile set --field first_name=Ada --field birth_date=1990-12-31
                anchor customer put --profile gives an anchor what it asks for, and asks you first.
                """)

        @Option(help: "A field of SEP-9, name=value; may be given more than once.")
        var field: [String] = []

        @Option(help: "A field to forget; may be given more than once.")
        var forget: [String] = []

        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var pin: ProfilePIN
        @OptionGroup var home: HomeOptions

        func run() throws {
            guard !field.isEmpty || !forget.isEmpty else { throw Failure(.usage, "give --field or --forget") }
            let fields = try field.map { text throws(Failure) in try CustomerFieldArgument(text) }
            for field in fields { try field.checkName() }
            let isNew = try !Profile.exists(home)
            let pin = try isNew ? pin.new() : pin.existing()
            var profile = try isNew ? Profile() : Profile(home, pin: pin)
            for name in forget {
                guard profile.fields.removeValue(forKey: name) != nil else {
                    throw Failure(
                        .badInput, "--forget: the profile has no \(TerminalText.escape(name))",
                        hint: Suggestion.question(for: name, among: profile.fields.keys.sorted()))
                }
            }
            for field in fields { profile.fields[field.name] = field.value }
            try profile.keep(home, pin: pin)
            if json { return try Console.put(document: ["fields": .integer(profile.fields.count)]) }
            Console.say("the profile has \(profile.fields.count) field\(profile.fields.count == 1 ? "" : "s")")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is in it.", discussion: "Example: coldstar-submit profile show")

        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var pin: ProfilePIN
        @OptionGroup var home: HomeOptions

        func run() throws {
            guard try Profile.exists(home) else { throw Failure(.noInput, "there is not a profile") }
            let profile = try Profile(home, pin: try pin.existing())
            let fields = profile.fields.sorted { $0.key < $1.key }
            guard json else {
                return try Console.put(
                    line: Facts.lines(fields.map { (name: $0.key, value: $0.value) }).joined(separator: "\n"))
            }
            let document: JSON = [
                "version": 1, "fields": .object(JSONObject(fields.map { ($0.key, .string($0.value)) })),
            ]
            try Console.put(line: document.text(pretty: true))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove it from this machine; what anchors have they keep.",
            discussion: "Example: coldstar-submit profile remove --yes")

        @Flag(help: "Do not ask.")
        var yes = false

        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var home: HomeOptions

        func run() throws {
            guard try Profile.exists(home) else { throw Failure(.noInput, "there is not a profile") }
            if !yes {
                let typed = try Question.ask("remove the profile? type yes: ")
                guard typed == "yes" else { throw Failure(.refused, "you did not agree; nothing was removed") }
            }
            try Profile.remove(home)
            if json { return try Console.put(document: ["removed": true]) }
            Console.say("the profile was removed")
        }
    }
}

/// A `name=value` argument for a SEP-9 field, with a value of valid form.
struct CustomerFieldArgument {
    let name: String
    let value: String

    init(_ text: String, _ option: String = "--field") throws(Failure) {
        (name, value) = try TransferOptions.field(text, option)
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            throw Failure(.badInput, "\(option): \(TerminalText.escape(name)) is not a valid field name")
        }
        if let objection = CustomerField.objection(to: value, of: name) {
            throw Failure(.badInput, "\(option) \(name): \(objection)")
        }
    }

    /// Checks that the field's name is known.
    ///
    /// - Parameter asked: names that the anchor asks for, which may be its own.
    /// - Throws: `.badInput` for a name that neither SEP-9 nor the anchor has.
    func checkName(_ option: String = "--field", asked: [String] = []) throws(Failure) {
        guard !CustomerField.isStandard(name), !asked.contains(name) else { return }
        throw Failure(
            .badInput,
            "\(option): \(name) is not a field of SEP-9\(asked.isEmpty ? "" : ", and the anchor does not ask for it")",
            hint: Suggestion.question(for: name, among: (CustomerField.names.union(asked)).sorted()))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
