// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The lines of a batch file, each a whole document: requests, responses or envelopes.
///
/// The first two lines tell such a file from a single document: no JSON document continues with a second brace after a
/// closed one, and no envelope continues after its end.
package enum HandoffLines {
    /// The positions of the documents, each with its line number counted from 1; nil for a single document.
    package static func find(in bytes: [UInt8]) -> [(number: Int, place: Range<Int>)]? {
        var found: [(number: Int, place: Range<Int>)] = []
        var number = 0
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            number += 1
            let line = trimmed(bytes[start..<end])
            if !line.isEmpty { found.append((number, line.startIndex..<line.endIndex)) }
            start = end + 1
            if found.count == 2, !line.isEmpty, !areDocuments(bytes[found[0].place], bytes[found[1].place]) {
                return nil
            }
        }
        return found.count > 1 ? found : nil
    }

    private static func areDocuments(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        let open = UInt8(ascii: "{")
        if first.first == open { return first.last == UInt8(ascii: "}") && second.first == open }
        return isEnvelope(first)
    }

    private static func isEnvelope(_ line: ArraySlice<UInt8>) -> Bool {
        // The first byte of an envelope is zero, so its base64 begins with A.
        guard line.first == UInt8(ascii: "A"), let input = try? HandoffInput.recognise(Array(line)) else {
            return false
        }
        if case .envelope = input.content { return true }
        return false
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
        guard let first = line.firstIndex(where: { !isBlank($0) }), let last = line.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return line[first...last]
    }
}
