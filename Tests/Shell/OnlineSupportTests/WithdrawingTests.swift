// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CLISupport
@testable import OnlineSupport

struct WithdrawingTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID().uuidString)")

    @Test func `which requests are withdrawn is worked out only when they could not be handed out`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var home = HomeOptions()
        home.home = folder.path
        let journal = try OnlineJournal.open(home)
        var asked = 0
        func ids() -> [String] {
            asked += 1
            return []
        }
        for _ in 0..<3 { try journal.withdrawing(ids()) { () throws(Failure) in } }
        #expect(asked == 0)
        let lost = Failure(.cannotCreate, "nobody reads it")
        #expect(throws: lost) { try journal.withdrawing(ids()) { () throws(Failure) in throw lost } }
        #expect(asked == 1)
    }
}
