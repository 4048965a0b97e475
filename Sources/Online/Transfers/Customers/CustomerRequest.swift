// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
import TextCodec

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
            throw Failure(.badInput, "--customer \(question.name): \(TerminalText.escape(objection))")
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

    /// What was given beforehand or is in the profile, for a run that cannot ask.
    ///
    /// - Throws: as `given` and `givenFile`.
    package func knownAnswers() throws(Failure) -> CustomerAnswers {
        var answers = CustomerAnswers()
        for question in questions {
            if question.isFile {
                if let file = try givenFile(question) { answers.files.append(file) }
            } else if let value = try given(question) ?? suggestion(question) {
                answers.fields.append((question.name, value))
            }
        }
        return answers
    }
}
