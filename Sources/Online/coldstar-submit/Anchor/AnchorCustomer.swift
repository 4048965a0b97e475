// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Terminal

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
            let (session, transferID, _) = try options.session(ofTransfer: transaction)
            query.transferID = transferID
            if options.homeDomain != nil,
                let record = try LocalTransfer.numbered(transaction, at: session)
            {
                query.transferID = try record.requiredID()
            }
            return (session, query)
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "What is known, and what is missing.",
            discussion:
                "Example: coldstar-submit anchor customer get --home-domain example.com --account G... -n public")

        @OptionGroup var which: Which
        @OptionGroup var options: ManageAnchor.Options

        func run() throws {
            let (session, query) = try which.session(options)
            try options.report(in: session) { session throws(TransferError) in try session.customer(query) }
        }
    }

    struct Put: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put", abstract: "Give the anchor fields of SEP-9, and files.",
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

        func run() throws {
            let input = try CustomerInput(fields: field, files: file, usesProfile: profile)
            let (session, query) = try which.session(options)
            let token = try session.token()
            try options.output.asking(session) {
                var put = try CustomerPut(session, token: token, query, input)
                guard profile else { return try options.output.put(try put.run()) }
                let report = try put.run(
                    profile: {
                        try OpenProfile(folder: session.settings.folder, pin: try pin.existing())
                    },
                    agree: { new in
                        guard !yes else { return }
                        let names = TerminalText.escape(new.joined(separator: ", "))
                        try Question.requireAgreement(
                            to: "give \(session.domain.text) for the first time: \(names)?",
                            otherwise: "nothing was sent")
                    })
                try options.output.put(report)
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Have the anchor forget all about you.",
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
                try Question.requireAgreement(
                    to: "have \(session.domain.text) forget \(client.subject)?", otherwise: "nothing was deleted")
            }
            try options.report(in: session) { session throws(TransferError) in
                try session.deleteCustomer(token: token)
            }
        }
    }
}
