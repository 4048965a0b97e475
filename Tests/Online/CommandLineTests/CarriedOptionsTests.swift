// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLine

struct CarriedOptionsTests {
    @Test func `repeats the given options, quoted for a shell`() {
        #expect(CarriedOptions().text == "")
        let options = CarriedOptions(
            horizonURLs: ["https://a", "https://b/c?d"], caFile: "my ca.pem", proxy: "socks5h://127.0.0.1:9050",
            home: "it's")
        #expect(
            options.text == " --horizon-url https://a --horizon-url 'https://b/c?d' --ca-file 'my ca.pem'"
                + " --proxy socks5h://127.0.0.1:9050 --home 'it'\\''s'")
    }

    @Test func `leaves out a proxy with a password`() {
        #expect(CarriedOptions(proxy: "http://user:pass@proxy:1").text == "")
    }
}
