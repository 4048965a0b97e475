// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
package import Journal
import Stellar
import StellarXDR

/// The first step: settles the details of a transfer, from what was given or by asking the user. The only requests sent
/// are about what the anchor offers.
struct TransferDetails {
    private let parameters: TransferParameters
    private let session: AnchorSession
    private let isAttended: Bool
    private let findIssuer: (String) throws(Failure) -> AccountID
    private var infos: [(server: TransferServer, info: TransferInfo)]?
    /// Remarks about servers that did not answer.
    private var silent: [String] = []
    private var asset: String?
    private var chosen: (server: TransferServer, offer: TransferInfo.Offer)?
    private var answers: [TransferQuestion.Subject: String?] = [:]
    private var asked: TransferQuestion?
    /// Further fields whose values are asked for in the summary.
    private var postponed: [String] = []
    /// Further fields with their values.
    private(set) var fields: [(name: String, value: String)]

    /// - Parameters:
    ///   - isAttended: whether a person can be asked.
    ///   - findIssuer: resolves the issuer in `CODE:ISSUER`, an address or the name of a contact.
    init(
        _ parameters: TransferParameters, _ session: AnchorSession, isAttended: Bool,
        findIssuer: @escaping (String) throws(Failure) -> AccountID
    ) {
        self.parameters = parameters
        self.session = session
        self.isAttended = isAttended
        self.findIssuer = findIssuer
        fields = parameters.fields
    }

    private var kind: TransferKind { parameters.kind }

    // MARK: driving it

    /// The next question; nil once the details are settled. A question is repeated until it is answered.
    mutating func next() throws -> TransferQuestion? {
        asked = try question()
        return asked
    }

    /// Takes the answer to the question that `next` returned.
    ///
    /// - Throws: `.badInput` for a value that is not accepted, with the input that has it.
    mutating func take(_ answer: TransferAnswer) throws(Failure) {
        guard let question = asked else { throw TransferSteps.unasked }
        switch (answer, question.subject) {
        case (.text(let text), let subject):
            let value: String?
            do throws(Failure) { value = try question.answer(text) } catch { throw Failure(error, question.field) }
            answers[subject] = value
            if case .field(let name) = subject, let value { fields.append((name, value)) }
        case (.later, .field(let name)): postponed.append(name)
        default: throw TransferSteps.unasked
        }
        asked = nil
    }

    /// The server on which the transfer will be begun, and its record, which is not in the journal yet. The details
    /// must be settled.
    func settled() throws(Failure) -> (server: TransferServer, record: RecordedTransfer) {
        guard let asset, let (server, offer) = chosen else { throw Failure(.bug, "the details are not settled") }
        let client = try session.someone()
        var record = RecordedTransfer(
            network: session.network, homeDomain: session.domain.text,
            account: client.account, memo: client.memo.map(String.init), kind: kind, protocol: server.protocol,
            asset: asset)
        record.amount = parameters.amount?.text ?? answers[.amount(limits: offer.limitsText)] ?? nil
        record.method = method(offer, server)
        (record.otherAsset, record.quoteID) = (parameters.otherAsset, parameters.quoteID)
        record.paymentMemo = parameters.memo
        record.takesClaimableBalances = parameters.takesClaimableBalances
        let names = fields.map(\.name) + postponed
        record.fields = names.isEmpty ? nil : names.joined(separator: ",")
        return (server, record)
    }

    // MARK: what is open

    private mutating func question() throws -> TransferQuestion? {
        let infos = try offered()
        if asset == nil {
            guard let text = try givenAsset() else { return try assetQuestion(infos.map(\.info)) }
            asset = try settled(text)
        }
        if chosen == nil {
            let offers = try offers(infos, code: RecordedTransfer.code(of: asset ?? ""))
            let names = offers.map(\.server.protocol.rawValue)
            let name = answers[.protocol] ?? nil
            if name == nil, isAttended, offers.count > 1 { return TransferQuestion(.protocol, choices: names) }
            chosen = offers.first { $0.server.protocol.rawValue == name } ?? offers[0]
        }
        guard isAttended, let (server, offer) = chosen else { return nil }
        let open = [amountQuestion(offer, server), methodQuestion(offer, server)] + fieldQuestions(offer, server)
        return open.lazy.compactMap(\.self).first { answers[$0.subject] == nil }
    }

    private mutating func offered() throws -> [(server: TransferServer, info: TransferInfo)] {
        if let infos { return infos }
        let asked = try session.infos(by: parameters.protocol)
        let found = asked.answers.map { (server: $0.server, info: $0.answer) }
        (infos, silent) = (found, asked.remarks)
        return found
    }

    // MARK: the asset

    private func givenAsset() throws(Failure) -> String? {
        if let asset = parameters.asset { return asset.uppercased() == "XLM" ? "native" : asset }
        guard isAttended else { throw Failure(.usage, "give \(field: .asset)") }
        return answers[.asset] ?? nil
    }

    private func assetQuestion(_ infos: [TransferInfo]) throws(Failure) -> TransferQuestion {
        var codes: [String] = []
        for offer in infos.flatMap({ $0.offers(kind) }) where offer.isEnabled && !codes.contains(offer.code) {
            codes.append(offer.code)
        }
        guard !codes.isEmpty else {
            throw Failure(
                .badInput, "\(session.domain.text) offers no \(kind.rawValue)",
                hint: silent.isEmpty ? nil : Wording(silent.joined(separator: "; ")))
        }
        return TransferQuestion(.asset, choices: codes)
    }

    /// The asset, with its issuer if that is known, to compare with what the anchor names later.
    ///
    /// A named issuer must be in the anchor's stellar.toml, if that lists any for the code, because the same code of
    /// another issuer is another asset. Without a named issuer, it is the only one that the stellar.toml lists.
    private func settled(_ asset: String) throws(Failure) -> String {
        let parts = asset.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard (1...12).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy(Asset.isCodeCharacter) else {
            throw Failure(.badInput, .asset, "give CODE, CODE:ISSUER or native")
        }
        guard parts.count > 1 else {
            guard asset != "native", let issuer = session.toml.issuer(of: asset) else { return asset }
            return "\(asset):\(issuer.address)"
        }
        let issuer = try findIssuer(parts[1])
        let issuers = session.toml.issuers(of: parts[0])
        guard issuers.isEmpty || issuers.contains(issuer) else {
            throw Failure(
                .badInput,
                .asset, "the \(parts[0]) of \(session.domain.text) is by another issuer, \(issuers[0].address)"
            )
        }
        return "\(parts[0]):\(issuer.address)"
    }

    // MARK: the offer

    /// The offers of the transfer, in the order of the protocols; at least one.
    private func offers(
        _ infos: [(server: TransferServer, info: TransferInfo)], code: String
    ) throws -> [(server: TransferServer, offer: TransferInfo.Offer)] {
        var offers: [(server: TransferServer, offer: TransferInfo.Offer)] = []
        var fault: AnchorError?
        for (server, info) in infos {
            let isExchange = parameters.otherAsset != nil && server.protocol == .sep6
            do throws(AnchorError) {
                guard let offer = try info.offer(kind, code, isExchange: isExchange), offer.isEnabled else { continue }
                offers.append((server, offer))
            } catch { fault = fault ?? error }
        }
        guard !offers.isEmpty else {
            if let fault { throw fault }
            throw Failure(
                .badInput, "\(session.domain.text) offers no \(kind.rawValue) of \(TerminalText.escape(code))",
                hint: silent.isEmpty
                    ? "to see what it offers: \(step: .anchor(.info(session.reference)))"
                    : Wording(silent.joined(separator: "; ")))
        }
        return offers
    }

    private func amountQuestion(_ offer: TransferInfo.Offer, _ server: TransferServer) -> TransferQuestion? {
        guard parameters.amount == nil else { return nil }
        return TransferQuestion(.amount(limits: offer.limitsText), isOptional: server.protocol == .sep24) {
            guard let amount = DecimalText($0) else { return .amount }
            return offer.objection(to: amount)
        }
    }

    private func methodQuestion(_ offer: TransferInfo.Offer, _ server: TransferServer) -> TransferQuestion? {
        guard parameters.method == nil, server.protocol == .sep6, offer.methods.count > 1 else { return nil }
        return TransferQuestion(.method(kind), choices: offer.methods)
    }

    private func method(_ offer: TransferInfo.Offer, _ server: TransferServer) -> String? {
        if let method = parameters.method ?? answers[.method(kind)] ?? nil { return method }
        return isAttended && server.protocol == .sep6 ? offer.methods.first : nil
    }

    private func fieldQuestions(_ offer: TransferInfo.Offer, _ server: TransferServer) -> [TransferQuestion?] {
        guard server.protocol == .sep6 else { return [] }
        let known = ["type", "amount", "funding_method"] + fields.map(\.name) + postponed
        return offer.fields(of: method(offer, server)).filter { !known.contains($0.name) }.map { field in
            TransferQuestion(
                .field(field.name), about: field.about["description"]?.asString ?? "",
                choices: field.about["choices"]?.asArray?.compactMap(\.asString) ?? [],
                isOptional: field.about["optional"]?.asBool ?? false
            ) { CustomerField.objection(to: $0, of: field.name) }
        }
    }
}

extension RecordedTransfer {
    /// The code of an asset with or without an issuer.
    package static func code(of asset: String) -> String { String(asset.prefix { $0 != ":" }) }

    /// The code of the transfer's asset.
    package var code: String { Self.code(of: asset) }
}
