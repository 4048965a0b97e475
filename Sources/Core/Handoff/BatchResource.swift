// SPDX-License-Identifier: Apache-2.0

import Codec

/// A batch file that crosses the gap as codes: every line byte for byte, in its shortest form.
package enum BatchResource {
    package static let type = "coldstar-batch"
    /// The maximum number of lines, as of a batch file.
    package static let mostLines = 100_000

    /// The UR of a batch file.
    ///
    /// - Parameter lines: at least two, without white space around them.
    /// - Throws: `.line` for a line that is not a transaction, request or response, or not ASCII; `.ur(.messageTooLong)`.
    package static func ur(of lines: [String]) throws(HandoffError) -> UR {
        precondition(lines.count > 1, "a single document is not a batch")
        var items: [CBOR] = []
        var size = 0
        for (place, text) in lines.enumerated() {
            let item: CBOR
            do { item = try BatchLine(text).cbor } catch { throw .line(number: place + 1, error) }
            size += item.encoded.count
            guard size <= URLimits.batch.message else {
                throw .ur(.messageTooLong(limit: URLimits.batch.message))
            }
            items.append(item)
        }
        return UR(type: type, message: CBOR.array(items).encoded)
    }

    /// The lines of the batch file in a UR of this type.
    ///
    /// - Throws: `.notShortest`, also in a `.line`, because a batch has one encoding only.
    package static func lines(of ur: UR) throws(HandoffError) -> [String] {
        guard ur.message.count <= URLimits.batch.message else {
            throw .ur(.messageTooLong(limit: URLimits.batch.message))
        }
        guard let items = try CBOR(handoff: ur.message).asArray else {
            throw .field("batch", .wrongType(expected: "an array"))
        }
        // Decoding accepts the keys of a map in any order.
        guard CBOR.array(items).encoded == ur.message else { throw .notShortest }
        guard items.count > 1 else { throw .field("batch", .malformed(expected: "at least 2 lines")) }
        guard items.count <= mostLines else { throw .field("batch", .tooMany(limit: mostLines)) }
        var lines: [String] = []
        for (place, item) in items.enumerated() {
            do throws(HandoffError) {
                let text = try BatchLine(cbor: item).text
                guard try BatchLine(text).cbor == item else { throw .notShortest }
                lines.append(text)
            } catch {
                throw .line(number: place + 1, error)
            }
        }
        return lines
    }

    /// The batch file in the text of such a UR, whole or in parts; nil for input that is not a UR of this type.
    package static func document(_ bytes: [UInt8]) throws(HandoffError) -> [UInt8]? {
        let text = HandoffText(bytes)
        guard text.starts(with: "\(UR.scheme)\(type)/") else { return nil }
        guard bytes.count <= Limits.input else { throw .tooLarge(limit: Limits.input) }
        return Array(try lines(of: try HandoffInput.ur(text.lines)).map { $0 + "\n" }.joined().utf8)
    }
}
