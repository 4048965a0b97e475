// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Starts processes that decode pictures.
package protocol PictureDecoding: Sendable {
    /// - Throws: if the process cannot be started.
    func start(_ mode: PictureMode) throws(Failure) -> any PictureReader
}

/// A process that decodes pictures, as the desk sees it. Its pictures may have taken it over, so nothing it says is
/// trusted.
package protocol PictureReader: Sendable {
    /// Hands a picture over.
    ///
    /// - Returns: false if the picture was not taken: in mode `frames` because it is still busy with earlier ones, in
    ///   mode `pictures`, where it waits, because it has ended.
    func offer(_ picture: [UInt8]) -> Bool
    /// No more pictures follow.
    func finish()
    /// Waits for the next event; nil when it has ended.
    func next() -> PictureEvent?
    /// Ends it at once.
    func stop()
}

/// What was found in pictures.
package enum PictureEvent: Hashable, Sendable {
    /// A complete message, as lines of text.
    case handoff([String])
    /// The parts of an incomplete message.
    ///
    /// - Parameters:
    ///   - text: in words.
    ///   - done: the number of fragments that are known.
    ///   - total: the number of fragments of the message.
    case progress(text: String, done: Int, total: Int)
    /// A frame was read, whatever was found in it.
    case frame
    /// One line.
    case note(String)
    /// Why reading ended without a complete message.
    case failure(String)
}

/// How pictures arrive.
package enum PictureMode: String, Hashable, Sendable {
    /// Frames of a camera or a video, of which some may be missed. Reading ends with the first complete message.
    case frames
    /// Pictures that a person chose; all are read.
    case pictures
}

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
