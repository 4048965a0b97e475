// SPDX-License-Identifier: Apache-2.0

package import Codec

/// What the decoder says, one document a line.
extension PictureEvent {
    package init?(_ json: JSON) {
        if let lines = json["handoff"]?.asArray?.compactMap(\.asString), !lines.isEmpty {
            self = .handoff(lines)
        } else if let text = json["progress"]?.asString, let done: Int = json["done"]?.asInteger(),
            let total: Int = json["total"]?.asInteger()
        {
            self = .progress(text: text, done: done, total: total)
        } else if json["frame"] != nil {
            self = .frame
        } else if let text = json["note"]?.asString {
            self = .note(text)
        } else if let text = json["failure"]?.asString {
            self = .failure(text)
        } else {
            return nil
        }
    }

    package var json: JSON {
        switch self {
        case .handoff(let lines): ["handoff": .array(lines.map { .string($0) })]
        case .progress(let text, let done, let total):
            ["progress": .string(text), "done": .integer(done), "total": .integer(total)]
        case .frame: ["frame": true]
        case .note(let text): ["note": .string(text)]
        case .failure(let text): ["failure": .string(text)]
        }
    }
}
