// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec

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
            throw Failure(.badInput, "\(field: .customer) \(question.name): \(TerminalText.escape(objection))")
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
