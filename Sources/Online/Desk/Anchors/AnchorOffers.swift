// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Stellar

/// What an anchor offers to anyone.
struct AnchorOffers: Hashable, Sendable {
    struct Direction: Hashable, Sendable {
        let codes: [String]
        let methods: [String]
        let protocols: [TransferProtocol]

        init(_ kind: TransferKind, _ infos: AnchorAnswers<TransferInfo>) {
            let offers = infos.answers.flatMap { $0.answer.offers(kind) + $0.answer.offers(kind, isExchange: true) }
                .filter { $0.isEnabled && $0.fault == nil }
            codes = Self.unique(offers.map(\.code))
            methods = Self.unique(offers.flatMap(\.methods))
            protocols = infos.answers.filter { $0.answer.offers(kind).contains(where: \.isEnabled) }
                .map(\.server.protocol)
        }

        private static func unique(_ texts: [String]) -> [String] {
            var found: [String] = []
            for text in texts.prefix(200) where !found.contains(text) { found.append(text) }
            return found
        }
    }

    /// What it calls itself.
    let organization: String?
    let services: [AnchorService]
    /// The assets that its stellar.toml names, in the form of SEP-38.
    let assets: [String]
    let deposit: Direction?
    let withdraw: Direction?
    let offers: ReportView?
    /// Why its offers are not known.
    let failure: Failure?

    init(_ session: AnchorSession) {
        let document = session.toml.report().document
        organization = document["documentation"]?["ORG_NAME"]?.asString.map { ShownText.of($0) }
        services = AnchorService.allCases.filter { session.toml.text($0.field) != nil }
        assets = (document["currencies"]?.asArray ?? []).prefix(100).compactMap { currency in
            guard let code = currency["code"]?.asString, let issuer = currency["issuer"]?.asString else { return nil }
            return "stellar:\(code):\(issuer)"
        }
        guard services.contains(.deposits) || services.contains(.interactive) else {
            (deposit, withdraw, offers, failure) = (nil, nil, nil, nil)
            return
        }
        do throws(TransferError) {
            let infos = try session.infos(by: nil)
            offers = ReportView(session.report(of: infos))
            (deposit, withdraw) = (Direction(.deposit, infos), Direction(.withdrawal, infos))
            failure = nil
        } catch {
            (deposit, withdraw, offers) = (nil, nil, nil)
            failure = Failure(error, session)
        }
    }
}
