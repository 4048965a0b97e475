// SPDX-License-Identifier: Apache-2.0

import Crypto
import Vault

/// Shares of a key, one a line.
enum Shares {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        var set = ShareSet()
        var isRead = false
        for line in input.split(separator: UInt8(ascii: "\n")) {
            do {
                let share = try Share(reading: try secret(line))
                let text = try share.text()
                let again = try Share(reading: text)
                guard try again.text().equals(text), again.header == share.header else {
                    throw BrokenPromise("a share is written as another one")
                }
                guard set.add(again) != nil || set.add(share) != nil else {
                    throw BrokenPromise("a share is taken twice")
                }
                isRead = true
            } catch let error as ShareError {
                try checkLine(error.message)
            } catch let error as BrokenPromise {
                throw error
            } catch {
                throw BrokenPromise("no memory for a share")
            }
        }
        guard set.isComplete else { return isRead }
        // The passphrase, whose cost the shares choose, is left out.
        do { _ = try set.combine() } catch {
            try BrokenPromise.unless(error != .incomplete, "complete shares are incomplete")
        }
        return true
    }

    private static func checkLine(_ line: String) throws(BrokenPromise) {
        try BrokenPromise.unless(
            line.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a reason is not a line of printable ASCII")
    }

    private static func secret(_ bytes: ArraySlice<UInt8>) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }
}
