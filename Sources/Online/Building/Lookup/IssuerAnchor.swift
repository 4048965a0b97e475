// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import HTTP
package import LedgerAPI
import Stellar
package import StellarXDR

/// An asset whose issuer names a home domain, and what the domain's stellar.toml offers for it.
package struct IssuerAnchor: Sendable {
    package let asset: Asset
    /// What the issuer's account says; not escaped.
    package let domain: String
    package let services: [AnchorService]
    /// Whether the domain's stellar.toml names the asset too.
    package let isListed: Bool
    /// Why the stellar.toml could not be read; nil if it could.
    package let problem: String?

    /// The assets that an account holds. The file of a domain is fetched once.
    ///
    /// - Parameter style: of what is said of a file that cannot be read.
    package static func all(
        of record: AccountRecord, in view: inout AnyLedger, by transport: any HTTPTransport, allowsLoopback: Bool,
        in style: some WordingStyle
    ) throws(Failure) -> [IssuerAnchor] {
        var files: [String: Result<StellarToml, AnchorError>] = [:]
        var anchors: [IssuerAnchor] = []
        for asset in record.balances.compactMap(\.asset) {
            guard let issuer = asset.issuer, let domain = try view.account(issuer)?.homeDomain, !domain.isEmpty else {
                continue
            }
            let file =
                files[domain]
                ?? Result { () throws(AnchorError) in
                    try StellarToml.fetch(try HomeDomain(domain, allowsLoopback: allowsLoopback), by: transport)
                }
            files[domain] = file
            anchors.append(IssuerAnchor(asset: asset, domain: domain, file: file, style))
        }
        return anchors
    }

    private init(asset: Asset, domain: String, file: Result<StellarToml, AnchorError>, _ style: some WordingStyle) {
        self.asset = asset
        self.domain = domain
        switch file {
        case .success(let toml):
            services = AnchorService.allCases.filter { toml.text($0.field) != nil }
            isListed = toml.lists(asset)
            problem = nil
        case .failure(let error): (services, isListed, problem) = ([], false, error.wording.text(in: style))
        }
    }

    package var json: JSON {
        [
            "asset": .string(asset.text), "home_domain": .string(domain), "listed": .bool(isListed),
            "services": .array(services.map { .string($0.rawValue) }),
            "problem": problem.map { .string($0) } ?? .null,
        ]
    }

    /// The columns of `cells`.
    static let header = ["asset", "home domain", "listed", "offers", "issuer"]

    var cells: [String] {
        [
            asset.code, TerminalText.escape(domain), problem == nil ? (isListed ? "yes" : "no") : "",
            problem ?? services.map(\.rawValue).joined(separator: " "), asset.issuer?.address ?? "",
        ]
    }
}

/// Which of the assets that an account holds have an anchor, and what it offers.
package struct IssuerAnchorList: Presentable, Sendable {
    private let account: AccountID
    package let anchors: [IssuerAnchor]

    /// - Parameters:
    ///   - style: of what is said of a file that cannot be read.
    ///   - transport: called once the account is known to exist.
    /// - Throws: `.badInput` for an account that does not exist.
    package init(
        of account: AccountID, in view: inout AnyLedger, allowsLoopback: Bool, style: some WordingStyle,
        by transport: () throws(Failure) -> any HTTPTransport
    ) throws(Failure) {
        self.account = account
        let record = try view.existing(account)
        anchors = try IssuerAnchor.all(
            of: record, in: &view, by: try transport(), allowsLoopback: allowsLoopback, in: style)
    }

    package var document: JSON {
        ["account": .string(account.address), "anchors": .array(anchors.map(\.json))]
    }

    package var text: [TextPart] {
        [
            .table(
                anchors.map(\.cells), under: IssuerAnchor.header,
                ifEmpty: "no issuer of what it holds names a home domain")
        ]
    }
}
