// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import LedgerAPI
import Stellar
import StellarXDR
import Terminal
import Workspace

struct Challenge: ParsableCommand, RefusesEmptyOptions {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract:
            "Fetch a login challenge from an anchor (SEP-10, SEP-45), check it, and write the request to sign it.",
        discussion: """
            Example: coldstar-build challenge --home-domain example.com --account G... -n public --out login.json
            Sign it with coldstar-sign while it is valid (usually 15 minutes); coldstar-submit auth exchanges it for a token.
            A contract account (C...) logs in by SEP-45, whose challenge is also simulated. It is valid until a ledger that the anchor \
            chooses, often for less time than a trip to the signer takes: the command says how long, and warns.
            """)

    @Option(help: "The anchor's domain, for example example.com.")
    var homeDomain: String?

    @Option(
        help: "Who logs in: G..., M..., C..., a contact's name or a federation name.", completion: Completion.accounts)
    var account: String?

    @Option(help: "The memo id of a user of a shared account; not with an M address.")
    var memoId: String?

    @Option(help: "A client domain, whose key signs too and identifies the wallet.")
    var clientDomain: String?

    @Option(
        help:
            "For a client domain and a contract account: write the request for the client domain's entry to this file.",
        completion: .file())
    var clientDomainOut: String?

    @Option(
        name: .customLong("signer"),
        help: "A key, G..., that signs for the contract account.")
    var signers: [String] = []

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let network = try options.network.required()
        let account = try Settings.requiredAccount(account, "--account <account>")
        if let contract = try contract(account) { return try requestLogin(of: contract, on: network) }
        guard signers.isEmpty, clientDomainOut == nil else {
            throw Failure(
                .usage,
                "\(signers.isEmpty ? "--client-domain-out" : "--signer") is for the login of a contract account, C...")
        }
        let session = try session(account, on: network)
        try options.handOver(
            session.challengeJob(
                for: try session.someone(), clientDomain: clientDomain, note: options.note, in: options.context()))
    }

    /// The contract account that logs in, or nil for an account of the ledger.
    private func contract(_ text: String) throws(Failure) -> ContractID? {
        if case .contract(let contract)? = try? StrKey(text) { return contract }
        guard case .contact? = try? AccountReference(text: text) else { return nil }
        var finder = AccountFinder(options.context())
        guard let address = try finder.contract(called: .contact(text))?.address,
            case .contract(let contract) = address.holder
        else { return nil }
        guard address.id == nil else {
            throw Failure(
                .badInput, .account, "\(address.address) is one user of a contract, and cannot log in",
                hint: "the contract is \(address.holder.strKey.text)")
        }
        return contract
    }

    private func session(_ account: String?, on network: Network) throws(Failure) -> AnchorSession {
        try AnchorSession(
            homeDomain: try Settings.homeDomain(homeDomain, on: options.network), account: account, memo: memoId,
            network: network, horizon: options.horizon, rpc: options.rpc, home: options.home,
            clock: options.clock)
    }

    private func requestLogin(of contract: ContractID, on network: Network) throws(Failure) {
        guard memoId == nil else {
            throw Failure(.usage, "--memo-id does not go with a contract account, which has no memo")
        }
        guard clientDomainOut == nil || clientDomain != nil else {
            throw Failure(.usage, "--client-domain-out goes with --client-domain")
        }
        if let clientDomainOut { try OutputOptions.checkFree(clientDomainOut, force: options.output.force) }
        let signers = try signers.map { text throws(Failure) in try FieldID.signer.value(of: text, as: AccountID.self) }
        let client = try options.rpc.client(for: network, options.horizon)
        let session = try session(nil, on: network)
        let job = ContractChallengeJob(
            at: session.toml, on: network, by: session.transport, rpc: client,
            allowsLoopback: options.horizon.httpLoopback)
        let built = try job.requests(
            for: contract, signers: signers, clientDomain: clientDomain, note: options.note, clock: options.clock.time)
        try options.handOver(MadeRequest(built.account, in: options.context()))
        if let other = built.clientDomain { try handOver(other) }
        Notices.show(built.notices)
    }

    /// Records and writes the request for the client domain's entry.
    private func handOver(_ built: BuiltRequest) throws(Failure) {
        guard let clientDomainOut else {
            return Notices.show([
                .note(
                    .clientDomainEntry,
                    "the entry of the client domain has to be signed too: --client-domain-out writes its request")
            ])
        }
        let bytes = Array((built.request.json.text(pretty: true) + "\n").utf8)
        _ = try MadeRequest(built, in: options.context()).run {
            Console.message($0)
        } check: { _ throws(Failure) in
        } deliver: { _, _ throws(Failure) in
            try OutputOptions.write(bytes, to: clientDomainOut, replacing: options.output.force)
        }
        Notices.show(built.facts)
    }
}
