// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

struct SignInTextTests {
    /// EIP-4361 §Informal Message Template, filled in as in its example.
    static let standard = """
        example.com wants you to sign in with your Ethereum account:
        0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

        I accept the ExampleOrg Terms of Service: https://example.com/tos

        URI: https://example.com/login
        Version: 1
        Chain ID: 1
        Nonce: 32891756
        Issued At: 2021-09-30T16:25:24Z
        Resources:
        - ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
        - https://example.com/my-web2-claim.json
        """

    @Test func `parses the example of EIP-4361`() throws {
        let text = try #require(SignInText(Self.standard))
        #expect(text.scheme == nil && text.domain == "example.com" && text.chain == .eip155)
        #expect(text.address == "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
        #expect(text.statement == "I accept the ExampleOrg Terms of Service: https://example.com/tos")
        #expect(text.uri == "https://example.com/login" && text.chainID == "1" && text.fields[.nonce] == "32891756")
        #expect(text.resources.count == 2)
    }

    @Test func `parses a scheme, a port and every field`() throws {
        let more = "\nExpiration Time: 2026-11-21T10:00:00Z\nNot Before: 2026-11-21T08:00:00Z\nRequest ID: \nResources:"
        let text = try #require(SignInText("https://" + ChainSample.siwe("a.example:8443") + more))
        #expect(text.scheme == "https" && text.domain == "a.example:8443" && text.fields.count == 8)
        #expect(text.fields[.requestID] == "" && text.resources == [])
    }

    @Test func `a statement may be missing`() throws {
        let ethereum = Self.standard.replacing(
            "I accept the ExampleOrg Terms of Service: https://example.com/tos\n", with: "")
        #expect(try #require(SignInText(ethereum)).statement == nil)
        let head = "a.b wants you to sign in with your Solana account:\n\(ChainSample.solana)"
        for rest in ["", "\n\nURI: x", "\n\nNonce: 1", "\n\nResources:\n- x", "\n\n\nURI: x"] {
            #expect(try #require(SignInText(head + rest)).statement == nil)
        }
        #expect(try #require(SignInText(head + "\n\nHello")).statement == "Hello")
        #expect(try #require(SignInText(head + "\n\nHello\n\nNonce: 1")).fields == [.nonce: "1"])
    }

    /// What stands in the example, and what stands there instead.
    static let nearMisses: [(String, String)] = [
        ("example.com wants", "example.com  wants"), ("example.com wants", " wants"), ("example.com wants", "wants"),
        ("example.com wants", "a/b wants"), ("example.com wants", "user@example.com wants"),
        ("example.com wants", "://example.com wants"), ("example.com wants", "1s://example.com wants"),
        ("example.com wants", "example com wants"), ("example.com wants", "Hello\nexample.com wants"),
        ("wants you", "Wants you"), ("sign in", "sign-in"), ("sign in", "SIGN IN"), ("sign in", "sign\u{a0}in"),
        ("Ethereum account:", "Ethereum account"), ("Ethereum account:", "ethereum account:"),
        ("Ethereum account:", "Sepolia account:"), ("Ethereum account:", "Ethereum account: "),
        ("Ethereum account:\n", "Ethereum account: "), ("Ethereum account:\n", "Ethereum account:\n\n"),
        ("Cc2\n\n", "Cc2\n"), ("Cc2\n", "Cc2 \n"), ("Cc2\n", "Cc2\r\n"), ("tos\n\n", "tos\n"),
        ("tos\n\n", "tos\nmore\n\n"),
        ("tos\n\n", "tos\n\n\n"), ("URI: ", "URI:"), ("URI: ", "Uri: "), ("URI: https://example.com/login\n", ""),
        ("Version: 1", "Version: 2"), ("Version: 1\n", ""), ("Chain ID: 1\n", ""), ("Chain ID: 1", "Chain ID: "),
        ("Nonce: 32891756\n", ""), ("Nonce: 32891756", "Nonce: 32891756\nNonce: 32891756"),
        ("Nonce: 32891756", "Nonce: 3289 1756"), ("Issued At: 2021-09-30T16:25:24Z\n", ""),
        ("Version: 1\nChain ID: 1", "Chain ID: 1\nVersion: 1"), ("Resources:", "Resources"), ("- ipfs", "ipfs"),
        ("Issued At", "Other: x\nIssued At"),
    ]

    @Test(arguments: nearMisses) func `does not parse a near miss, but suspects it`(found: String, instead: String) {
        let text = Self.standard.replacing(found, with: instead)
        #expect(text != Self.standard)
        #expect(SignInText(text) == nil && SignInText.isSuspected(in: text))
        #expect(ChainSample.message(text, on: .ethereum).fault == .malformedSignIn)
    }

    static let looks = [
        "a.b wants you to sign in with your Solana account", "A.B WANTS YOU TO SIGN IN WITH YOUR SOLANA ACCOUNT:",
        "a.b wants\tyou\r\nto   sign\n in with your Solana\u{2003}account:", "wants.you.to.sign.in.with.your.account",
        "Hi!\n\na.b wants you to sign in with your Solana Devnet account:\n\nx",
        "a.b wants you to sign in with account",
        "a.b wаnts you to sign in with your Solana account:", "a.b want5 you to 5ign in with your Sol4na accoun7:",
        "wants you to sign in with wants you to sign in with your account",
    ]

    @Test(arguments: looks) func `suspects other spellings`(text: String) {
        #expect(SignInText.isSuspected(in: text) && SignInText(text) == nil)
    }

    static let others = [
        "", "Hello", "Verify wallet ownership\nnonce: 12345", "Sign in to Meso\n\tnonce: 5", "He wants you to sign in.",
        "Sign in with your Solana account", "wants you to sign in with", "account wants you to sign in with it",
        "日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語", String(repeating: "1", count: 4096),
        "wants you to sign in with " + String(repeating: "a", count: 80) + " account",
    ]

    @Test(arguments: others) func `suspects no other text`(text: String) {
        #expect(!SignInText.isSuspected(in: text) && SignInText(text) == nil)
    }

    @Test(arguments: [
        standard, ChainSample.siws(), ChainSample.siwe(), ChainSample.siws("bücher.example"),
        "x-y.z://" + ChainSample.siws("[::1]:80"),
    ])
    func `suspects every text that it parses`(text: String) {
        #expect(SignInText(text) != nil && SignInText.isSuspected(in: text))
    }
}
