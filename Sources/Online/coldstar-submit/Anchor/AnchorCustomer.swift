// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import OnlineShell
import SafeFiles
import Shell
import TextCodec

struct AnchorCustomer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customer", abstract: "What an anchor knows about you, and wants to know (SEP-12).",
        subcommands: [Get.self, Put.self, Delete.self])

    /// The options that identify a customer, besides the account.
    struct Which: ParsableArguments {
        @Option(help: "The customer's id, if the anchor gave one.")
        var id: String?

        @Option(help: "What the data is for, as the anchor's info says: sep6-deposit, for example.")
        var type: String?

        @Option(help: "The transfer that it is about: its number on this machine, or the anchor's id.")
        var transaction: String?

        /// The session and the customer query. With a transfer of this machine, the anchor and the account come from
        /// its record.
        func session(_ options: ManageAnchor.Options) throws(Failure) -> (AnchorSession, CustomerServer.Query) {
            var query = CustomerServer.Query(id: id, type: type, transferID: transaction)
            guard let transaction else { return (try options.session(), query) }
            let (session, transferID) = try options.session(ofTransfer: transaction)
            query.transferID = transferID
            if options.homeDomain != nil,
                let record = try LocalTransfer.numbered(transaction, at: session, options.home)
            {
                query.transferID = try record.requiredID()
            }
            return (session, query)
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is known, and what is missing.",
            discussion:
                "Example: coldstar-submit anchor customer get --home-domain example.com --account G... -n public")

        @OptionGroup var which: Which
        @OptionGroup var options: ManageAnchor.Options

        func run() throws {
            let (session, query) = try which.session(options)
            let token = try session.token()
            try options.asking(session) {
                let server = try CustomerServer(session.toml, by: session.transport)
                let customer = try server.customer(query, of: try session.someone(), token: token)
                try options.print(customer.document, Self.lines(customer))
            }
        }

        private static func lines(_ customer: Customer) -> [String] {
            var lines = Facts.lines([("status", customer.status), ("id", customer.id), ("message", customer.message)])
            func list(_ title: String, _ fields: [Customer.Field]) {
                guard !fields.isEmpty else { return }
                lines.append(title)
                lines += Facts.lines(
                    fields.map { field in
                        let choices = field.choices.isEmpty ? "" : " [\(field.choices.joined(separator: ", "))]"
                        let state = [field.status, field.error].compactMap(\.self).joined(separator: ": ")
                        let text = [field.type, field.isOptional ? "optional" : "", state, field.about + choices]
                        return (name: "  " + field.name, value: text.filter { !$0.isEmpty }.joined(separator: ", "))
                    })
            }
            list("wanted", customer.wanted)
            list("given", customer.given)
            return lines
        }
    }

    struct Put: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give the anchor fields of SEP-9, and files.",
            discussion: """
                Example: coldstar-submit anchor customer put --home-domain example.com --account G... --field first_name=Ada \
                --file photo_id_front=id.jpg -n public
                A code that the anchor sent goes in a field too: --field email_address_verification=123456
                """)

        @Option(help: "A field, name=value; may be given more than once.")
        var field: [String] = []

        @Option(help: "A file as a field, name=PATH; may be given more than once.", completion: .file())
        var file: [String] = []

        @Flag(
            help:
                "Give what the anchor asks for and the profile has; you are asked before an anchor gets a field for the first time."
        )
        var profile = false

        @Flag(help: "Do not ask.")
        var yes = false

        @OptionGroup var pin: ProfilePIN
        @OptionGroup var which: Which
        @OptionGroup var options: ManageAnchor.Options

        /// The largest file, in bytes.
        private static let fileLimit = 10 << 20

        func run() throws {
            let given = try field.map { text throws(Failure) in try CustomerFieldArgument(text) }
            var fields = given.map { (name: $0.name, value: $0.value) }
            let files = try file.map { text throws(Failure) in
                let (name, path) = try TransferOptions.field(text, "--file", like: "photo_id_front=id.jpg")
                return try Self.read(name, path)
            }
            guard !fields.isEmpty || !files.isEmpty || profile else {
                throw Failure(.usage, "give --field, --file or --profile")
            }
            let (session, query) = try which.session(options)
            let token = try session.token()
            try options.asking(session) {
                let server = try CustomerServer(session.toml, by: session.transport)
                // Only the anchor knows whether a non-standard name is one of its own fields.
                if given.contains(where: { !CustomerField.isStandard($0.name) }) {
                    let customer = try server.customer(query, of: try session.someone(), token: token)
                    let asked = (customer.wanted + customer.given).map(\.name)
                    for field in given { try field.checkName(asked: asked + asked.map { $0 + "_verification" }) }
                }
                if profile {
                    let customer = try server.customer(query, of: try session.someone(), token: token)
                    let known = Swift.Set(fields.map(\.name))
                    fields += try fromProfile(customer, session).filter { !known.contains($0.name) }
                    guard !fields.isEmpty || !files.isEmpty else {
                        let missing = customer.missing.joined(separator: ", ")
                        throw Failure(
                            .badInput,
                            "the profile has nothing that \(session.domain.text) asks for"
                                + (missing.isEmpty ? "" : ": \(TerminalText.escape(missing))"))
                    }
                }
                let client = try session.someone()
                let id: String
                do throws(AnchorError) {
                    id = try server.put(fields, files: files, query, of: client, token: token)
                } catch {
                    throw error.leavingOut(fields.map(\.value))
                }
                try options.print(["id": .string(id)], Facts.lines([("id", id)]))
            }
        }

        /// The fields that the anchor asks for and the profile contains, once the profile's owner has agreed.
        private func fromProfile(_ customer: Customer, _ session: AnchorSession) throws(Failure) -> [(
            name: String, value: String
        )] {
            let pin = try pin.existing()
            var profile = try Profile(options.home, pin: pin)
            let rejected = customer.given.filter { $0.status == "REJECTED" }.map(\.name)
            let asked = (customer.wanted.map(\.name) + rejected).filter { profile.fields[$0] != nil }
            let new = profile.unknown(to: session.domain.text, among: asked)
            if !new.isEmpty, !yes {
                let names = TerminalText.escape(new.joined(separator: ", "))
                let typed = try Question.ask("give \(session.domain.text) for the first time: \(names)? type yes: ")
                guard typed == "yes" else { throw Failure(.refused, "you did not agree; nothing was sent") }
            }
            profile.note(asked, givenTo: session.domain.text)
            // Record first: the data may arrive even if the request fails.
            if !new.isEmpty { try profile.keep(options.home, pin: pin) }
            return asked.map { (name: $0, value: profile.fields[$0] ?? "") }
        }

        static func read(_ name: String, _ path: String) throws(Failure) -> CustomerServer.File {
            let shown = TerminalText.escape(name)
            let content: [UInt8]
            do { content = try SafeFiles.read(path, limit: fileLimit) } catch {
                if case .notFound = error { throw Failure(.noInput, "--file \(shown): \(error.message)") }
                throw Failure(.badInput, "--file \(shown): \(error.message)")
            }
            return CustomerServer.File(
                field: name, name: SafeFiles.lastName(path), type: CustomerField.mediaType(of: content),
                content: content)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have the anchor forget all about you.",
            discussion:
                "Example: coldstar-submit anchor customer delete --home-domain example.com --account G... -n public --yes"
        )

        @Flag(help: "Do not ask.")
        var yes = false

        @OptionGroup var options: ManageAnchor.Options

        func run() throws {
            let session = try options.session()
            let token = try session.token()
            let client = try session.someone()
            if !yes {
                let typed = try Question.ask("have \(session.domain.text) forget \(client.subject)? type yes: ")
                guard typed == "yes" else { throw Failure(.refused, "you did not agree; nothing was deleted") }
            }
            try options.asking(session) {
                try CustomerServer(session.toml, by: session.transport).delete(client, token: token)
                try options.print(
                    ["deleted": .string(client.subject)], ["\(session.domain.text) has forgotten \(client.subject)"])
            }
        }
    }
}
