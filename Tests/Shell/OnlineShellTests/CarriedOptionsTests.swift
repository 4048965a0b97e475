// SPDX-License-Identifier: Apache-2.0

import Shell
import Testing

@testable import OnlineShell

struct CarriedOptionsTests {
    private static func text(
        _ urls: [String] = [], ca: String? = nil, proxy: String? = nil, home: String? = nil, loopback: Bool = false
    ) -> String {
        var (horizon, place) = (HorizonOptions(), HomeOptions())
        (horizon.horizonUrls, horizon.caFile, horizon.proxy, place.home) = (urls, ca, proxy, home)
        return CarriedOptions(horizon, place, loopback: loopback).text
    }

    @Test func `repeats what was given, quoted for a shell`() {
        #expect(Self.text() == "")
        #expect(
            Self.text(
                ["https://a", "https://b/c?d"], ca: "my ca.pem", proxy: "socks5h://127.0.0.1:9050", home: "it's",
                loopback: true)
                == " --http-loopback --horizon-url https://a --horizon-url 'https://b/c?d' --ca-file 'my ca.pem'"
                + " --proxy socks5h://127.0.0.1:9050 --home 'it'\\''s'")
    }

    @Test func `leaves out a proxy with a password`() {
        #expect(Self.text(proxy: "http://user:pass@proxy:1") == "")
    }
}
