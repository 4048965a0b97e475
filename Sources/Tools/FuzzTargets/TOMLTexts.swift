// SPDX-License-Identifier: Apache-2.0

import AnchorAPI

/// What a server may send as its stellar.toml.
enum TOMLTexts {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        let table: TOMLTable
        do { table = try TOML.parse(input) } catch {
            let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
            try BrokenPromise.unless(
                (1...lines).contains(error.line), "an error is in line \(error.line) of \(lines)")
            try BrokenPromise.unless(
                error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "an error is not printable ASCII")
            return false
        }
        for key in table.keys {
            try BrokenPromise.unless(table[key] != nil, "a key of a table has no value")
        }
        return !table.keys.isEmpty
    }
}
