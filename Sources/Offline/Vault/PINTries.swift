// SPDX-License-Identifier: Apache-2.0

import SafeFiles
package import Stellar
import TextCodec

/// How often a wrong PIN was entered for a key since the right one, in a file of its own.
///
/// It slows down somebody who has found the machine. It is no defence against who can copy or write the files, and the
/// documentation says so.
package struct PINTries: Sendable {
    package private(set) var failed: Int
    private var last: Timestamp
    private let path: String
    private static let format = "coldstar-tries"
    static let prefix = "tries."
    static let limit = 1024
    private static let free = 3
    private static let longestWait: UInt64 = 300
    /// Whatever the file says: a count that anybody can write must not end the program.
    private static let most = 1_000_000

    static func path(_ folder: String, _ key: KeyName) -> String { folder + "/" + prefix + key.text }

    /// What the file says; one that does not read counts as no tries.
    package init(folder: String, key: KeyName) {
        path = Self.path(folder, key)
        let fields = (try? SafeFiles.read(path, limit: Self.limit)).flatMap { try? JSON(parsing: $0) }
        failed = min(Self.most, max(0, fields?["failed"]?.asInteger(Int.self) ?? 0))
        last = Timestamp(fields?["last"]?.asInteger(UInt64.self) ?? 0)
    }

    /// Seconds that are still to be waited: none for the first three tries, then 1, 2, 4 and so on up to 300 after the last.
    package func wait(now: Timestamp) -> UInt64 {
        guard failed >= Self.free else { return 0 }
        let pause = min(Self.longestWait, 1 << UInt64(min(20, failed - Self.free)))
        guard now >= last else { return pause }
        let passed = now.seconds - last.seconds
        return passed >= pause ? 0 : pause - passed
    }

    /// Notes a wrong PIN. A vault on a read-only disk keeps no count.
    package mutating func fail(now: Timestamp) {
        failed = min(Self.most, failed + 1)
        last = now
        let fields: JSON = [
            "format": .string(Self.format), "version": 1, "failed": .integer(failed), "last": .integer(now.seconds),
        ]
        try? SafeFiles.write(Array((fields.text() + "\n").utf8), to: path, replacing: true)
    }

    /// The right PIN was entered.
    package func succeed() {
        if failed > 0 { try? SafeFiles.remove(path) }
    }
}
