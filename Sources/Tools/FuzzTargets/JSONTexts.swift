// SPDX-License-Identifier: Apache-2.0

import Codec

/// The JSON parser and the JSON writer.
enum JSONTexts {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let value = try? JSON(parsing: input) else { return false }
        for text in [value.text(), value.text(pretty: true)] {
            try BrokenPromise.unless(
                text.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) }, "JSON is not written in ASCII")
            let again = try? JSON(parsing: Array(text.utf8))
            try BrokenPromise.unless(again == value, "JSON is not the same when it is written and read")
        }
        return true
    }
}
