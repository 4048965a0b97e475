// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec

/// Customer data that a user gives an anchor at once, outside a transfer.
package struct CustomerPut {
    private let session: AnchorSession
    private let token: AccessToken
    private let query: CustomerServer.Query
    private let server: CustomerServer
    private let files: [CustomerServer.File]
    private var fields: [(name: String, value: String)]
    private var source: (profile: OpenProfile, names: [String], missing: [String])?

    /// - Parameter input: its fields are standard, or of the anchor's own, which it is asked about.
    /// - Throws: `.badInput` for a name that neither SEP-9 nor the anchor has.
    package init(
        _ session: AnchorSession, token: AccessToken, _ query: CustomerServer.Query, _ input: CustomerInput
    ) throws(TransferError) {
        (self.session, self.token, self.query, files) = (session, token, query, input.files)
        fields = input.fields.map { ($0.name, $0.value) }
        server = try TransferError.catching { try CustomerServer(session.toml, by: session.transport) }
        // Only the anchor knows whether a non-standard name is one of its own fields.
        guard input.fields.contains(where: { !CustomerField.isStandard($0.name) }) else { return }
        try TransferError.catching {
            let customer = try server.customer(query, of: try session.someone(), token: token)
            let asked = (customer.wanted + customer.given).map(\.name)
            for field in input.fields { try field.checkName(asked: asked + asked.map { $0 + "_verification" }) }
        }
    }

    /// Sends the data.
    ///
    /// - Parameters:
    ///   - profile: opens the profile, of which the anchor also gets what it wants; nil for none.
    ///   - agree: is told what the anchor would get from the profile for the first time. If it throws, nothing is sent.
    /// - Returns: a report with the customer's id.
    /// - Throws: `.badInput` when there is nothing to send.
    package mutating func run(
        profile: (() throws -> OpenProfile)? = nil, agree: ([String]) throws -> Void = { _ in }
    ) throws(TransferError) -> AnchorReport {
        if let profile {
            try TransferError.catching {
                let customer = try server.customer(query, of: try session.someone(), token: token)
                let new = take(try profile(), for: customer)
                if !new.isEmpty { try agree(new) }
            }
        }
        let id = try sendFields()
        return AnchorReport(["id": .string(id)], [.facts([AnchorFact]([.id: id]))])
    }

    /// Takes the fields that the anchor wants from the profile, as far as it has them.
    ///
    /// - Returns: those that the anchor would get for the first time.
    private mutating func take(_ profile: OpenProfile, for customer: Customer) -> [String] {
        let rejected = customer.given.filter { $0.status == .rejected }.map(\.name)
        let names = (customer.wanted.map(\.name) + rejected).filter { profile[$0] != nil }
        source = (profile, names, customer.missing)
        return profile.new(to: session.domain.text, among: names)
    }

    private func sendFields() throws(TransferError) -> String {
        try TransferError.catching {
            var fields = fields
            if let (profile, names, missing) = source {
                // Record first: the data may arrive even if the request fails.
                if !profile.new(to: session.domain.text, among: names).isEmpty {
                    try profile.note(names, givenTo: session.domain.text)
                }
                let known = Set(fields.map(\.name))
                fields += names.filter { !known.contains($0) }.map { ($0, profile[$0] ?? "") }
                guard !fields.isEmpty || !files.isEmpty else { throw nothing(missing) }
            }
            let client = try session.someone()
            do throws(AnchorError) {
                return try server.put(fields, files: files, query, of: client, token: token)
            } catch {
                throw error.leavingOut(fields.map(\.value))
            }
        }
    }

    private func nothing(_ missing: [String]) -> Failure {
        let names = missing.joined(separator: ", ")
        return Failure(
            .badInput,
            "the profile has nothing that \(session.domain.text) asks for"
                + (names.isEmpty ? "" : ": \(TerminalText.escape(names))"))
    }
}

/// One round of customer data that an anchor asks for, with what was given for it beforehand.
package struct CustomerRequest {
    /// The fields, required ones first.
    package let questions: [CustomerQuestion]
    private let sources: CustomerSources
    private let profile: OpenProfile?

    init(_ questions: [CustomerQuestion], _ sources: CustomerSources, _ profile: OpenProfile?) {
        self.questions = questions
        self.sources = sources
        self.profile = profile
    }

    /// The value that the user gave beforehand; nil for none.
    ///
    /// - Throws: `.badInput` for one that the anchor does not accept.
    package func given(_ question: CustomerQuestion) throws(Failure) -> String? {
        guard let value = sources.fields[question.name] else { return nil }
        if let objection = question.objection(to: value) {
            throw Failure(.badInput, "\(field: .customer) \(question.name): \(TerminalText.escape(objection.message))")
        }
        return value
    }

    /// The file that the user gave beforehand; nil for none.
    ///
    /// - Throws: `.noInput` or `.badInput` for one that cannot be read.
    package func givenFile(_ question: CustomerQuestion) throws(Failure) -> CustomerServer.File? {
        try sources.files[question.name].map { path throws(Failure) in
            try CustomerServer.File(field: question.name, path: path)
        }
    }

    /// The profile's value, unless the anchor rejected it or would not accept it.
    package func suggestion(_ question: CustomerQuestion) -> String? {
        guard !question.isRejected, let value = profile?[question.name], question.objection(to: value) == nil else {
            return nil
        }
        return value
    }

    /// What was given beforehand, and for the rest what the user answers.
    ///
    /// - Parameters:
    ///   - askText: asks for a value, with the profile's as a suggestion; nil leaves it out.
    ///   - askFile: asks for a file; nil leaves it out.
    /// - Throws: as `given` and `givenFile`.
    package func answers(
        askText: (_ question: CustomerQuestion, _ suggestion: String?) throws(Failure) -> String?,
        askFile: (CustomerQuestion) throws(Failure) -> CustomerServer.File?
    ) throws(Failure) -> CustomerAnswers {
        var answers = CustomerAnswers()
        for question in questions {
            if question.isFile {
                var file = try givenFile(question)
                if file == nil { file = try askFile(question) }
                if let file { answers.files.append(file) }
            } else {
                var value = try given(question)
                if value == nil { value = try askText(question, suggestion(question)) }
                if let value { answers.fields.append((question.name, value)) }
            }
        }
        return answers
    }

    /// What was given beforehand or is in the profile, for a run that cannot ask.
    ///
    /// - Throws: as `given` and `givenFile`.
    package func knownAnswers() throws(Failure) -> CustomerAnswers {
        try answers(askText: { $1 }, askFile: { _ in nil })
    }
}
