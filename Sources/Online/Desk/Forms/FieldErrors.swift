// SPDX-License-Identifier: Apache-2.0

import Faults

/// Where an error of a form belongs: messages of the libraries begin with the option, which is the field's name.
struct FieldErrors {
    /// The name of the field; nil for an error about the whole form.
    let name: String?
    let text: String
    let hint: String?
    let details: [String]

    /// - Parameter names: the names of the form's fields.
    init(_ failure: Failure, among names: [String]) {
        hint = failure.hint
        details = failure.details
        guard failure.message.hasPrefix("--") else {
            (name, text) = (nil, failure.message)
            return
        }
        let option = failure.message.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        let rest = failure.message.dropFirst(2 + option.count)
        guard names.contains(String(option)) else {
            (name, text) = (nil, failure.message)
            return
        }
        name = String(option)
        text = rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : failure.message
    }
}
