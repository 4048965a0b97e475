// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing
import Workspace

private func changed(_ text: String, _ change: (inout ConfigurationText) throws -> Void) throws -> String {
    var editor = ConfigurationText(path: "/c/config.toml", bytes: Array(text.utf8))
    try change(&editor)
    return String(decoding: editor.bytes, as: UTF8.self)
}

private func set(_ text: String, _ name: String, _ values: String..., profile: String? = nil) throws -> String {
    try changed(text) { try $0.set(name, to: values, profile: profile) }
}

private func unset(_ text: String, _ name: String, profile: String? = nil) throws -> String {
    try changed(text) { editor in
        let isThere = try editor.unset(name, profile: profile)
        #expect(isThere)
    }
}

@Suite struct ConfigurationTextTests {
    @Test func `replaces a value and keeps everything else`() throws {
        let text = "# mine\r\n  network = 'public' # real money\r\n\r\n[profiles.a] # a\r\nproxy=\"http://p\"\r\n"
        #expect(try set(text, "network", "testnet") == text.replacing("'public'", with: "\"testnet\""))
        #expect(try set(text, "proxy", "http://q", profile: "a") == text.replacing("//p", with: "//q"))
    }

    @Test(arguments: [
        ("", "network = \"testnet\"\n"),
        ("# c", "# c\nnetwork = \"testnet\"\n"),
        ("proxy = \"http://p\"", "proxy = \"http://p\"\nnetwork = \"testnet\"\n"),
        (
            "proxy = \"http://p\" # p\n\n[profiles.a]\n",
            "proxy = \"http://p\" # p\nnetwork = \"testnet\"\n\n[profiles.a]\n"
        ),
        ("# top\n\n# about a\n[profiles.a]\n", "# top\n\nnetwork = \"testnet\"\n\n# about a\n[profiles.a]\n"),
        ("[profiles.a]\r\n", "network = \"testnet\"\r\n\r\n[profiles.a]\r\n"),
        (
            "horizon-url = [\n  \"https://a.example\",\n]\n",
            "horizon-url = [\n  \"https://a.example\",\n]\nnetwork = \"testnet\"\n"
        ),
    ])
    func `adds a default above all tables`(before: String, after: String) throws {
        #expect(try set(before, "network", "testnet") == after)
    }

    @Test(arguments: [
        ("", "[profiles.a]\nnetwork = \"testnet\"\n"),
        ("network = \"public\"", "network = \"public\"\n\n[profiles.a]\nnetwork = \"testnet\"\n"),
        ("[profiles.a]\n\n[profiles.b]\n", "[profiles.a]\nnetwork = \"testnet\"\n\n[profiles.b]\n"),
        (
            "[profiles.a]\nproxy = \"http://p\"\n# end\n",
            "[profiles.a]\nproxy = \"http://p\"\nnetwork = \"testnet\"\n# end\n"
        ),
        ("profiles.a.network = 'public'", "profiles.a.network = \"testnet\""),
        ("profiles = { a = { network = 'public' }, b = {} }", "profiles = { a = { network = \"testnet\" }, b = {} }"),
    ])
    func `adds or replaces a value of a profile`(before: String, after: String) throws {
        #expect(try set(before, "network", "testnet", profile: "a") == after)
    }

    @Test func `several values become an array`() throws {
        #expect(
            try set("", "horizon-url", "https://a.example", "https://b.example")
                == "horizon-url = [\"https://a.example\", \"https://b.example\"]\n")
        #expect(throws: Failure.self) { try set("", "network", "public", "testnet") }
        #expect(throws: Failure.self) { try set("", "horizon-url") }
    }

    @Test func `escapes what a string cannot contain`() throws {
        let text = try set("", "network-passphrase", "a \"b\" \\ \u{1}\u{7f}\n\u{e9}")
        #expect(text == "network-passphrase = \"a \\\"b\\\" \\\\ \\u0001\\u007F\\u000A\u{e9}\"\n")
    }

    @Test(arguments: [
        ("netwrok", "testnet"), ("network", "mainnet"), ("network", ""), ("account", "alice"),
        ("horizon-url", "http://a.example"), ("proxy", "http://ada:pw@p"), ("ca-file", "ca.pem"), ("profiles", "x"),
        ("home-domain", "a/b"),

        ("profile", "missing"), ("profile", "a b"),
    ])
    func `refuses what would be refused on reading`(name: String, value: String) {
        #expect(throws: Failure.self) { try set("# c\n", name, value) }
    }

    @Test func `refuses a profile name that is none`() {
        for name in ["", "a b", "a.b", "\u{e9}", String(repeating: "a", count: 65)] {
            #expect(throws: Failure.self) { try set("", "network", "public", profile: name) }
        }
    }

    @Test func `refuses to contradict the network that is set already`() {
        #expect(throws: Failure.self) { try set("network = \"public\"", "network-passphrase", "other") }
    }

    @Test func `refuses a change that would make the file ambiguous`() {
        // A second table of the same name, or a key in an inline table.
        #expect(throws: Failure.self) { try set("profiles.a.network = 'public'", "proxy", "http://p", profile: "a") }
        #expect(throws: Failure.self) { try set("profiles = {}", "proxy", "http://p", profile: "a") }
        #expect(throws: Failure.self) {
            try unset("profiles = { a = { network = 'public' } }", "network", profile: "a")
        }
    }

    @Test func `refuses a text that is not TOML`() {
        #expect(throws: Failure.self) { try set("network = ", "network", "public") }
        #expect(throws: Failure.self) { try unset("network = ", "network") }
    }

    @Test func `can mend a file with several problems`() throws {
        let text = "network = \"mainnet\"\nproxy = 3\n"
        #expect(try set(text, "network", "public") == "network = \"public\"\nproxy = 3\n")
        #expect(try unset(text, "proxy") == "network = \"mainnet\"\n")
    }

    @Test(arguments: [
        ("network = \"public\"\n", ""),
        ("network = \"public\" # c\nproxy = \"http://p\"", "proxy = \"http://p\""),
        ("# a\n  network = \"public\"\n# b\n", "# a\n# b\n"),
        ("proxy = \"http://p\"\nnetwork = \"public\"", "proxy = \"http://p\"\n"),
        ("network = \"\"\"\npublic\"\"\" # c\n# d\n", "# d\n"),
    ])
    func `removes a value with its line`(before: String, after: String) throws {
        #expect(try unset(before, "network") == after)
    }

    @Test func `removes only from the table that is named`() throws {
        let text = "network = \"public\"\n[profiles.a]\nnetwork = \"testnet\"\n"
        #expect(try unset(text, "network") == "[profiles.a]\nnetwork = \"testnet\"\n")
        #expect(try unset(text, "network", profile: "a") == "network = \"public\"\n[profiles.a]\n")
    }

    @Test func `says when there is nothing to remove`() throws {
        var text = ConfigurationText(path: "c", bytes: Array("# network = \"public\"\n".utf8))
        let found = [try text.unset("network", profile: nil), try text.unset("network", profile: "a")]
        #expect(found == [false, false])
        #expect(throws: Failure.self) { try text.unset("netwrok", profile: nil) }
    }
}
