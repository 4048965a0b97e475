// SPDX-License-Identifier: Apache-2.0

import Shell
import Testing
import Transfers

@testable import OnlineShell

struct AnchorSettingsTests {
    @Test func `repeats the options in the commands that continue`() throws {
        var (horizon, home) = (HorizonOptions(), HomeOptions())
        (horizon.horizonUrls, home.home) = (["https://horizon.example"], "/tmp/my home")
        let settings = try AnchorSettings(horizon, home, NowOption())
        #expect(settings.folder == "/tmp/my home/online")
        #expect(settings.carried.text == " --horizon-url https://horizon.example --home '/tmp/my home'")
    }
}
