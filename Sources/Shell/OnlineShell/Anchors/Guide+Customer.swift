// SPDX-License-Identifier: Apache-2.0

import Anchor
package import Faults
import Shell
package import Transfers

extension Guide {
    /// Asks for the customer fields that were not given beforehand.
    package static func answers(to request: CustomerRequest) throws(Failure) -> CustomerAnswers {
        try request.answers(askText: value, askFile: file)
    }

    private static func value(_ question: CustomerQuestion, _ usual: String?) throws(Failure) -> String? {
        let about = [
            question.about, question.choices.joined(separator: ", "), question.error ?? "",
            question.isOptional ? "or Enter" : "",
        ]
        return try ask(prompt(question.name, about, usual: usual), isOptional: question.isOptional, usual: usual) {
            question.objection(to: $0)
        }
    }

    private static func file(_ question: CustomerQuestion) throws(Failure) -> CustomerServer.File? {
        let about = ["the path of a file", question.about, question.isOptional ? "or Enter" : ""]
        var found: CustomerServer.File?
        _ = try ask(prompt(question.name, about), isOptional: question.isOptional) { path in
            do throws(Failure) { found = try CustomerServer.File(field: question.name, path: path) } catch {
                return error.wording.commandText
            }
            return nil
        }
        return found
    }
}
