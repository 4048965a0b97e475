// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

struct RandomnessTests {
    @Test(arguments: [0, 1, 32, 1000]) func `returns the requested number of bytes`(count: Int) throws {
        #expect(SystemRandomness().bytes(count).count == count)
        #expect(try SystemRandomness().secret(count).count == count)
    }

    @Test func `returns different bytes on each call`() throws {
        let secret = try SystemRandomness().secret(32).exposed
        #expect(Set([SystemRandomness().bytes(32), SystemRandomness().bytes(32), secret]).count == 3)
        #expect(secret != [UInt8](repeating: 0, count: 32))
    }
}
