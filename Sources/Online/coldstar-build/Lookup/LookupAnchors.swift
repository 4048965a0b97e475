// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CurlHTTP
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupAnchors: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Which of the assets that an account holds have an anchor, and what it offers.",
        discussion: """
            The home domain is what the issuer's account says; "listed" tells whether the domain's stellar.toml names the asset, too.
            Example: coldstar-build lookup anchors --network testnet G...
            """)

    @Argument(help: "G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.view()
        let record = try view.existing(id)
        let transport = try options.horizon.transport()
        var files: [String: Result<StellarToml, AnchorError>] = [:]
        var rows: [Row] = []
        for asset in record.balances.compactMap(\.asset) {
            guard let issuer = asset.issuer, let domain = try view.account(issuer)?.homeDomain, !domain.isEmpty else {
                continue
            }
            let file = files[domain] ?? Result { () throws(AnchorError) in try fetch(domain, by: transport) }
            files[domain] = file
            rows.append(Row(asset: asset, domain: domain, file: file))
        }
        try options.print(
            ["account": .string(id.address), "anchors": .array(rows.map(\.json))],
            rows.isEmpty
                ? ["no issuer of what it holds names a home domain"] : TextTable.lines([Row.header] + rows.map(\.cells))
        )
    }

    private func fetch(_ domain: String, by transport: any HTTPTransport) throws(AnchorError) -> StellarToml {
        try StellarToml.fetch(try HomeDomain(domain, allowsLoopback: options.horizon.httpLoopback), by: transport)
    }

    /// One asset with its issuer's domain.
    private struct Row {
        let asset: Asset
        let domain: String
        let services: [AnchorService]
        let isListed: Bool
        let problem: String?

        static let header = ["asset", "home domain", "listed", "offers", "issuer"]

        init(asset: Asset, domain: String, file: Result<StellarToml, AnchorError>) {
            self.asset = asset
            self.domain = domain
            switch file {
            case .success(let toml):
                services = AnchorService.allCases.filter { toml.text($0.field) != nil }
                isListed = toml.lists(asset)
                problem = nil
            case .failure(let error): (services, isListed, problem) = ([], false, error.message)
            }
        }

        var json: JSON {
            [
                "asset": .string(asset.text), "home_domain": .string(domain), "listed": .bool(isListed),
                "services": .array(services.map { .string($0.rawValue) }),
                "problem": problem.map { .string($0) } ?? .null,
            ]
        }

        var cells: [String] {
            [
                asset.code, TerminalText.escape(domain), problem == nil ? (isListed ? "yes" : "no") : "",
                problem ?? services.map(\.rawValue).joined(separator: " "), asset.issuer?.address ?? "",
            ]
        }
    }
}
