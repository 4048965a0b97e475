// SPDX-License-Identifier: Apache-2.0

import Testing
import Vault

struct KeyNameTests {
    @Test(arguments: ["a", "Z", "0", "_", "a-b", "a_b-C9", "_-", String(repeating: "x", count: 64)])
    func `accepts a valid name`(text: String) throws {
        #expect(try KeyName(text).text == text)
    }

    @Test(arguments: [
        "", "-", "-x", "..", ".", "../evil", "a/b", "a.b", "a b", "a\nb", "a\0b", "ä", "a\u{301}", "a*", "~",
        String(repeating: "a", count: 65), String(repeating: "a", count: 300),
    ]) func `rejects an invalid name`(text: String) {
        #expect(throws: VaultError.invalidName(text)) { try KeyName(text) }
    }
}
