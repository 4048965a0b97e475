// SPDX-License-Identifier: Apache-2.0

import Anchors
import Terminal
import Testing

@testable import CommandLine

struct AnchorSettingsTests {
    @Test func `commands that continue a transfer repeat the given options`() throws {
        var (horizon, rpc, home, clock) = (HorizonOptions(), RPCOptions(), HomeOptions(), NowOption())
        rpc.rpcUrls = ["https://rpc.example"]
        (horizon.horizonUrls, horizon.caFile, horizon.proxy) = (["https://horizon.example"], nil, nil)
        (horizon.httpLoopback, home.home, clock.now) = (false, "/tmp/my home", nil)
        let settings = try AnchorSettings(horizon, rpc, home, clock)
        #expect(settings.folder == "/tmp/my home/online")
        #expect(
            CarriedOptions(horizon, rpc, home).text
                == " --horizon-url https://horizon.example --rpc-url https://rpc.example --home '/tmp/my home'")
    }
}
