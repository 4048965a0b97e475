// SPDX-License-Identifier: Apache-2.0

import Codec
import TestSupport
import Testing

@testable import Journal

struct WithdrawingTests {
    private let folder = TemporaryFolder()

    @Test func `computes the ids to withdraw only if writing the requests fails`() throws {
        let journal = try JournalOpener(folder: folder.path) { 0 }.open()
        var asked = 0
        func ids() -> [String] {
            asked += 1
            return []
        }
        for _ in 0..<3 { try journal.withdrawing(ids()) { () throws(Failure) in } }
        #expect(asked == 0)
        let lost = Failure(.cannotCreate, "no one reads it")
        #expect(throws: lost) { try journal.withdrawing(ids()) { () throws(Failure) in throw lost } }
        #expect(asked == 1)
    }
}
