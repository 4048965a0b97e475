// SPDX-License-Identifier: Apache-2.0

import Anchors
import ArgumentParser
import Codec
import CommandLine
import Terminal

/// `profile`: the user's own data for anchors, stored sealed.
struct ManageProfile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Your own data for anchors (SEP-9), sealed under a PIN.",
        subcommands: [Set.self, Show.self, Remove.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Add or change fields.",
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
            let change = try ProfileChange(fields: field, forgetting: forget)
            let folder = try home.online()
            let isNew = !Profile.exists(in: folder)
            let pin = try isNew ? pin.new() : pin.existing()
            var profile = try isNew ? Profile() : Profile(folder: folder, pin: pin)
            try profile.change(change)
            try profile.keep(in: folder, pin: pin)
            if json { return try Console.result(document: ["fields": .integer(profile.fields.count)]) }
            Console.message("the profile has \(profile.fields.count) field\(profile.fields.count == 1 ? "" : "s")")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "What is in it.", discussion: "Example: coldstar-submit profile show")

        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var pin: ProfilePIN
        @OptionGroup var home: HomeOptions

        func run() throws {
            let folder = try home.online()
            try Profile.require(in: folder)
            let profile = try Profile(folder: folder, pin: try pin.existing())
            if json { return try Console.result(document: profile.document) }
            let facts = profile.sortedFields.map { AnchorFact(.given($0.name), $0.value) }
            try Console.result(Facts.lines(facts).map { .line(Wording($0)) })
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove it from this machine; what anchors have they keep.",
            discussion: "Example: coldstar-submit profile remove --yes")

        @Flag(help: "Do not ask.")
        var yes = false

        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var home: HomeOptions

        func run() throws {
            let folder = try home.online()
            try Profile.require(in: folder)
            if !yes {
                try Question.requireAgreement(to: "remove the profile?", otherwise: "nothing was removed")
            }
            try Profile.remove(in: folder)
            if json { return try Console.result(document: ["removed": true]) }
            Console.message("the profile was removed")
        }
    }
}
