// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Anchors

struct FrameTests {
    private func frame(_ document: JSON, _ presentation: RampPresentation, _ origin: String? = nil) throws -> RampFrame
    {
        try RampFrame(RampConfiguration(document, presentation), origin: origin.map { try RampOrigin.parse($0) })
    }

    @Test func `writes the address of an embedded frame as meso-js does`() throws {
        let url = try frame(solana.with("partnerId", "a b&c=d+e\u{e9}"), .embedded).url
        #expect(
            url == "https://transfer.sandbox.meso.network/app?sourceAmount=50&partnerId=a+b%26c%3Dd%2Be%C3%A9"
                + "&network=solana%3A5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&walletAddress=\(wallet)&destinationAsset=SOL"
                + "&sourceAsset=USD&layoutPosition=top-right&layoutOffset=0&version=0.2.0"
                + "&authenticationStrategy=wallet_verification&mode=embedded")
    }

    @Test func `writes the address of an inline frame without a layout`() throws {
        let document = ethereum.with("destinationAmount", "0.5").with("environment", "PRODUCTION")
            .with("layout", ["position": "center"]).with("authenticationStrategy", "bypass_wallet_verification")
        #expect(
            try frame(document, .inline).url
                == "https://transfer.meso.network/inline?partnerId=example&network=eip155%3A1&walletAddress=\(ether)"
                + "&destinationAmount=0.5&destinationAsset=ETH&sourceAsset=USD&version=0.2.0"
                + "&authenticationStrategy=bypass_wallet_verification&mode=inline")
    }

    @Test func `keeps the layout's offset as JSON text`() throws {
        let url = try frame(solana.with("layout", ["offset": ["horizontal": "10"]]), .embedded).url
        #expect(url.contains("&layoutPosition=top-right&layoutOffset=%7B%22horizontal%22%3A%2210%22%7D&"))
    }

    @Test func `takes another origin of the environment, or this machine`() throws {
        for origin in [
            "https://api.sandbox.meso.network", "http://127.0.0.1:8443", "https://localhost:8443", "http://[::1]:1",
        ] {
            let frame = try frame(solana, .embedded, origin)
            #expect(frame.origin.text == origin && frame.url.hasPrefix(origin + "/app?"))
        }
        #expect(throws: Failure.self) { try frame(solana, .embedded, "https://api.meso.network") }
    }

    @Test(arguments: [
        "", "https://", "transfer.meso.network", "http://transfer.meso.network", "https://meso.network.evil.example",
        "https://transfer.meso.network/", "https://transfer.meso.network:443", "https://transfer.meso.network:8443",
        "https://user@transfer.meso.network", "https://TRANSFER.meso.network", "https://transfer.meso.network.",
        "https://transfer.meso.network\n", "https://transfer.meso.network#", "javascript://127.0.0.1", "null",
        "http://127.0.0.1:0", "http://127.0.0.1:65536", "http://127.0.0.1:+1", "http://127.0.0.1:", "http://[::1",
        "http://[::1]x", "http://127.0.0.2", "https://\u{442}ransfer.meso.network", "http://localhost:80",
    ])
    func `refuses any other origin`(text: String) {
        #expect(throws: Failure.self) { try RampOrigin.parse(text) }
    }

    @Test func `keeps the onboarding window on the frame's origin`() throws {
        let frame = try frame(solana, .inline)
        let origin = "https://transfer.sandbox.meso.network"
        let table: [(String, String?, String)] = [
            ("/foo", "?a=b", "/modal/onboarding/foo?a=b"), ("foo", nil, "/modal/onboarding/foo"),
            ("/modal/onboarding/foo", nil, "/modal/onboarding/foo"),
            ("/modal/onboardingfoo", nil, "/modal/onboarding/modal/onboardingfoo"),
            ("//evil.example/x", nil, "/modal/onboarding/evil.example/x"),
            ("https://evil.example", nil, "/modal/onboarding/https:/evil.example"),
            ("\\\\evil.example", nil, "/modal/onboarding/%5C%5Cevil.example"),
            ("/a\"><script>", "?x='", "/modal/onboarding/a%22%3E%3Cscript%3E?x=%27"),
            ("/\u{e9} b", "?c=%20", "/modal/onboarding/%C3%A9%20b?c=%20"),
        ]
        for (path, search, expected) in table {
            #expect(frame.onboarding(path: path, search: search) == origin + expected)
        }
    }
}
