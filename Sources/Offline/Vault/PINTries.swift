// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
package import Stellar

/// The number of wrong PINs entered for a key since the last correct one, stored in a separate file.
///
/// Slows down someone who has found the machine. It does not protect against anyone who can copy or write the files, as
/// the documentation says.
package struct PINTries: Sendable {
    package private(set) var failed: Int
    private var last: Timestamp
    private let path: String
    private static let format = "coldstar-tries"
    static let prefix = "tries."
    static let limit = 1024
    private static let free = 3
    private static let longestWait: UInt64 = 300
    /// Maximum count, whatever the file says: anyone can write the file, and its content must not crash the program.
    private static let most = 1_000_000

    static func path(_ folder: String, _ key: KeyName) -> String { folder + "/" + prefix + key.text }

    /// Reads the file; an unreadable file counts as no wrong PINs.
    package init(folder: String, key: KeyName) {
        path = Self.path(folder, key)
        let fields = (try? SafeFiles.read(path, limit: Self.limit)).flatMap { try? JSON(parsing: $0) }
        failed = min(Self.most, max(0, fields?["failed"]?.asInteger(Int.self) ?? 0))
        last = Timestamp(fields?["last"]?.asInteger(UInt64.self) ?? 0)
    }

    /// Seconds left to wait: none for the first three tries, then 1, 2, 4 and so on, up to 300 after the last one.
    package func wait(now: Timestamp) -> UInt64 {
        guard failed >= Self.free else { return 0 }
        let pause = min(Self.longestWait, 1 << UInt64(min(20, failed - Self.free)))
        guard now >= last else { return pause }
        let passed = now.seconds - last.seconds
        return passed >= pause ? 0 : pause - passed
    }

    /// Records a wrong PIN. On a read-only disk nothing is counted.
    package mutating func fail(now: Timestamp) {
        failed = min(Self.most, failed + 1)
        last = now
        let fields: JSON = [
            "format": .string(Self.format), "version": 1, "failed": .integer(failed), "last": .integer(now.seconds),
        ]
        try? SafeFiles.write(Array((fields.text() + "\n").utf8), to: path, replacing: true)
    }

    /// Resets the count after a correct PIN.
    package func succeed() {
        if failed > 0 { try? SafeFiles.remove(path) }
    }
}
