// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
import Faults
import Journal
import OnlineShell
import Shell
import Submitter
import TextCodec

/// Gives an anchor the customer data that it asks for and nothing else: from the options, the sealed profile, or by
/// asking the user.
///
/// Stores none of the values.
struct CustomerDialogue {
    private let flow: TransferFlow
    private let server: CustomerServer?
    private var profile: OpenProfile?
    private var given: [String: String] = [:]
    private var files: [String: String] = [:]
    /// Values sent to the anchor in this run.
    private var told: [String] = []

    /// The maximum number of rounds for data that the anchor did not accept, and the maximum number of waits, with
    /// their length in seconds, for the anchor to check the data.
    private static let rounds = 8
    private static let waits = 15
    private static let pause: UInt64 = 2

    init(_ flow: TransferFlow) throws {
        self.flow = flow
        (given, files) = try flow.options.customerData()
        do throws(AnchorError) {
            server = try CustomerServer(flow.session.toml, by: flow.session.transport)
        } catch {
            guard case .noService = error else { throw error }
            server = nil
        }
    }

    /// Whether there is any source of data.
    var hasSource: Bool { flow.isGuided || flow.options.profile || !given.isEmpty || !files.isEmpty }

    /// Gives the anchor data until it accepts the customer or asks for nothing more that is required.
    ///
    /// - Parameter wanted: fields that the anchor asked for elsewhere.
    mutating func run(_ query: CustomerServer.Query, wanted: [String] = []) throws {
        // Without a source of data the anchor is not asked: it reports missing data when the transfer is begun.
        guard hasSource else { return }
        guard let server else { return say("\(flow.session.domain.text) asks for no customer data") }
        var (round, wait) = (0, 0)
        var wanted = wanted
        while true {
            guard let customer = try customer(server, query) else { return }
            let names = Self.unique((customer.status == "ACCEPTED" ? [] : customer.missing) + wanted)
            switch (customer.status, names.isEmpty) {
            case ("REJECTED", _):
                throw AnchorError.customerStatus(
                    domain: flow.session.domain.text, status: "rejected",
                    more: customer.message.map { AnchorError.leavingOut(told, of: $0) })
            case ("ACCEPTED", true): return say("\(flow.session.domain.text) has accepted what it knows about you")
            // Only optional fields are left, and the user has been asked for them.
            case ("NEEDS_INFO", true) where round > 0: return
            case ("PROCESSING", true):
                guard wait < Self.waits else { throw later }
                if wait == 0 { say("\(flow.session.domain.text) is looking at what it was given") }
                wait += 1
                SystemMonotonicClock().sleep(Self.pause)
            default:
                guard round < Self.rounds, flow.isGuided || round < 2 else {
                    throw AnchorError.customerInfoNeeded(domain: flow.session.domain.text, fields: names)
                }
                try give(customer, names, server, query, isFirst: round == 0)
                (round, wanted) = (round + 1, [])
            }
        }
    }

    private var later: Failure {
        Failure(
            .unknownYet, "\(flow.session.domain.text) is still looking at what it knows about you",
            hint: "\(flow.resuming) goes on")
    }

    private func say(_ line: String) { if flow.isGuided { Console.tell("  " + line) } }

    /// - Returns: nil if the anchor does not say in advance what it wants and the user gave no fields.
    private func customer(_ server: CustomerServer, _ query: CustomerServer.Query) throws -> Customer? {
        do throws(AnchorError) {
            return try server.customer(query, of: try whoever(), token: flow.token)
        } catch {
            guard case .refused = error, flow.isGuided, given.isEmpty else { throw error }
            say("\(flow.session.domain.text) does not say beforehand what it wants to know")
            return nil
        }
    }

    private func whoever() throws(AnchorError) -> WebAuthClient {
        guard let client = flow.session.client else {
            throw .loginNeeded(domain: flow.session.domain.text, hadToken: false)
        }
        return client
    }

    // MARK: one round

    private mutating func give(
        _ customer: Customer, _ names: [String], _ server: CustomerServer, _ query: CustomerServer.Query, isFirst: Bool
    ) throws {
        let known = Dictionary((customer.wanted + customer.given).map { ($0.name, $0) }) { first, _ in first }
        let optional = isFirst ? customer.wanted.filter(\.isOptional).map(\.name) : []
        try openProfile(for: names + optional)
        var fields: [(name: String, value: String)] = []
        var sent: [CustomerServer.File] = []
        var missing: [String] = []
        for name in Self.unique(names + optional) {
            let isOptional = !names.contains(name)
            let field = known[name]
            if field?.isFile ?? CustomerField.files.contains(name) {
                if let file = try file(name, field, isOptional: isOptional) {
                    sent.append(file)
                } else if !isOptional {
                    missing.append(name)
                }
            } else if let value = try value(name, field, isOptional: isOptional) {
                fields.append((name, value))
            } else if !isOptional {
                missing.append(name)
            }
        }
        guard missing.isEmpty else {
            throw AnchorError.customerInfoNeeded(domain: flow.session.domain.text, fields: missing)
        }
        guard !fields.isEmpty || !sent.isEmpty else { return }
        try agree(fields.map(\.name) + sent.map(\.field))
        told += fields.map(\.value)
        do throws(AnchorError) {
            _ = try server.put(fields, files: sent, query, of: try whoever(), token: flow.token)
        } catch {
            let error = error.leavingOut(told)
            guard case .refused = error, flow.isGuided else { throw error }
            Console.tell("  \(error.message)")
        }
        // Values that were sent are not offered again, whether or not the anchor accepted them.
        for name in fields.map(\.name) { given[name] = nil }
        for file in sent { files[file.field] = nil }
    }

    private mutating func value(_ name: String, _ field: Customer.Field?, isOptional: Bool) throws(Failure) -> String? {
        let objection: (String) -> String? = { field?.objection(to: $0) ?? CustomerField.objection(to: $0, of: name) }
        if let value = given[name] {
            if let objection = objection(value) {
                throw Failure(.badInput, "--customer \(name): \(TerminalText.escape(objection))")
            }
            return value
        }
        let kept = field?.status == "REJECTED" ? nil : profile?[name].flatMap { objection($0) == nil ? $0 : nil }
        guard flow.isGuided else { return kept }
        let about = [
            field?.about ?? (name.hasSuffix("_verification") ? "the code that was sent to you" : ""),
            field?.choices.joined(separator: ", ") ?? "", field?.error ?? "", isOptional ? "or Enter" : "",
        ]
        return try Guide.ask(Guide.prompt(name, about, usual: kept), isOptional: isOptional, usual: kept, objection)
    }

    private func file(_ name: String, _ field: Customer.Field?, isOptional: Bool) throws(Failure) -> CustomerServer
        .File?
    {
        if let path = files[name] { return try AnchorCustomer.Put.read(name, path) }
        guard flow.isGuided else { return nil }
        let about = ["the path of a file", field?.about ?? "", isOptional ? "or Enter" : ""]
        var found: CustomerServer.File?
        _ = try Guide.ask(Guide.prompt(name, about), isOptional: isOptional) { path in
            do throws(Failure) { found = try AnchorCustomer.Put.read(name, path) } catch { return error.message }
            return nil
        }
        return found
    }

    // MARK: the profile

    private mutating func openProfile(for names: [String]) throws {
        guard profile == nil else { return }
        if !flow.options.profile {
            guard flow.isGuided, try Profile.exists(flow.home), !names.allSatisfy({ given[$0] != nil }) else { return }
            guard try Guide.agree("  take what your profile has of it?") else { return }
        }
        profile = try OpenProfile(flow.home, pin: try flow.options.pin.existing())
    }

    /// Asks the user before the anchor gets a field for the first time. Only a profile remembers which fields it got
    /// before.
    private func agree(_ names: [String]) throws {
        let domain = flow.session.domain.text
        // A code that the anchor itself sent discloses nothing.
        let names = names.filter { !$0.hasSuffix("_verification") }
        let new = profile?.new(to: domain, among: names) ?? names
        if !new.isEmpty, !flow.options.yes {
            let shown = TerminalText.escape(new.joined(separator: ", "))
            guard try Guide.agree("  give \(domain) for the first time: \(shown)?") else {
                throw Failure(
                    .refused, "you did not agree; nothing was sent",
                    hint: "\(flow.resuming) asks again")
            }
        }
        // Record first: the data may arrive even if the request fails.
        if !new.isEmpty { try profile?.note(new, givenTo: domain) }
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
