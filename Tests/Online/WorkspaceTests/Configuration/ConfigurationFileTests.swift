// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing
import Workspace

private let account = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"

private func file(_ text: String) -> ConfigurationFile {
    ConfigurationFile(path: "/c/config.toml", bytes: Array(text.utf8))
}

private func values(_ text: String, _ profile: String? = nil) throws -> [ConfigurationKey: [String]] {
    try file(text).values(of: profile).mapValues(\.texts)
}

@Suite struct ConfigurationFileTests {
    @Test func `reads every key`() throws {
        let found = try values(
            """
            network = "testnet"   # practice
            network-passphrase = 'Test SDF Network ; September 2015'
            horizon-url = ["https://a.example", "https://b.example/api"]
            rpc-url = "http://localhost:8000"
            account = "\(account)"
            home-domain = "example.com"
            ca-file = "/etc/ca.pem"
            proxy = "socks5h://127.0.0.1:9050"
            """)
        #expect(Set(found.keys) == Set(ConfigurationKey.allCases))
        #expect(found[.horizonURL] == ["https://a.example", "https://b.example/api"])
        #expect(found[.account] == [account])
    }

    @Test func `an empty file has no values and no problems`() throws {
        #expect(try values("").isEmpty)
        #expect(try values("\u{feff}# nothing\n\n").isEmpty)
    }

    @Test func `a profile overrides the defaults and inherits the others`() throws {
        let text = """
            network = "public"
            proxy = "http://p.example"
            account = "\(account)"
            [profiles.work]
            proxy = "http://q.example"
            """
        #expect(try values(text)[.proxy] == ["http://p.example"])
        let work = try values(text, "work")
        #expect(work[.proxy] == ["http://q.example"])
        #expect(work[.network] == ["public"] && work[.account] == [account])
    }

    @Test func `a profile for another network inherits nothing that belongs to a network`() throws {
        let text = """
            network = "public"
            horizon-url = "https://horizon.example"
            rpc-url = "https://rpc.example"
            home-domain = "example.com"
            account = "\(account)"
            [profiles.test]
            network = "testnet"
            [profiles.custom]
            network-passphrase = "mine"
            [profiles.same]
            network-passphrase = "Public Global Stellar Network ; September 2015"
            """
        #expect(try values(text, "test") == [.network: ["testnet"], .account: [account]])
        #expect(try values(text, "custom") == [.networkPassphrase: ["mine"], .account: [account]])
        #expect(try file(text).network(of: "custom") == Network(passphrase: "mine"))
        #expect(try values(text, "same")[.horizonURL] == ["https://horizon.example"])
    }

    @Test func `knows dotted keys and inline tables as profiles`() throws {
        #expect(try values("profiles.work.network = \"testnet\"", "work") == [.network: ["testnet"]])
        #expect(try values("profiles = { work = { network = \"testnet\" } }", "work") == [.network: ["testnet"]])
        #expect(try values("[profiles]\nwork.network = \"testnet\"", "work") == [.network: ["testnet"]])
    }

    @Test func `an unknown profile is an error that lists the known ones`() {
        let text = "[profiles.work]\n[profiles.home]\n"
        let error = #expect(throws: Failure.self) { try file(text).values(of: "wrok") }
        #expect(error?.kind == .usage)
        #expect(error?.message == "there is no profile wrok")
        #expect(error?.hint?.plain == "did you mean work? known: work, home")
    }

    @Test(arguments: [
        ("\nnetwrok = \"testnet\"", 2, "unknown key netwrok"),
        ("horizon_url = \"https://a.example\"", 1, "unknown key horizon_url"),
        ("[work]\nnetwork = \"public\"", 1, "unknown key work"),
        ("[profile.work]\n", 1, "unknown table profile.work"),
        ("[profiles.work]\nnetwork = \"public\"\nprofile = \"x\"", 3, "unknown key profile"),
        ("[profiles.work.deep]\n", 1, "unknown key profiles.work.deep"),
        ("[[profiles]]\n", 1, "profiles is a table of tables"),
        ("profiles = 3", 1, "profiles is a table"),
        ("[profiles]\nwork = 3", 2, "profiles.work is a table"),
        ("[profiles.\"a b\"]", 1, "\"a b\" is not a profile name"),
        ("network = 3", 1, "network: the value is not a string"),
        ("network = [\"public\"]", 1, "network: the value is not a string"),
        ("network = \"mainnet\"", 1, "network: mainnet is not a network name"),
        ("network = \"Public\"", 1, "network: Public is not a network name"),
        ("network = \"\"", 1, "network: the value is empty"),
        (
            "network = \"public\"\n\nnetwork-passphrase = \"x\"", 3,
            "network and network-passphrase name different networks"
        ),
        ("horizon-url = []", 1, "horizon-url: the array has to contain strings, and at least one"),
        (
            "horizon-url = [\"https://a.example\", 3]", 1,
            "horizon-url: the array has to contain strings, and at least one"
        ),
        ("account = \"alice\"", 1, "account: not an address: "),
        ("account = \"\(account.dropLast())7\"", 1, "account: not an address: its checksum is wrong"),
        (
            "account = \"SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4\"", 1,
            "account: the value is a secret key"
        ),
        ("home-domain = \"https://example.com\"", 1, "home-domain: https://example.com is not a domain"),
        ("ca-file = \"ca.pem\"", 1, "ca-file: ca.pem is not an absolute path"),
        ("proxy = \"http://ada:pw@p.example\"", 1, "proxy: a proxy with a name or password is not stored"),
        ("proxy = \"p.example:80\"", 1, "proxy: the connection cannot be set up: the proxy must be given as"),
        ("profile = \"work\"", 1, "profile: there is no profile work"),
        ("profile = 1", 1, "profile: the value is not a string"),
        ("network = \"public\"\nnetwork = \"testnet\"", 2, "not TOML: the key is defined twice"),
        ("profile = \"w\"\n[profiles.w]\n[profiles.w]", 3, "not TOML: the table is defined twice"),
        ("network = \"public", 1, "not TOML: the string is not closed"),
        ("network = testnet\n", 1, "not TOML: expected a value"),
        ("network = \"\u{1b}[2J\"\n", 1, "not TOML: control character"),
        ("account = \"\\u001b[2J\"\n", 1, "account: not an address"),
    ])
    func `names the line and the key of a problem`(text: String, line: Int, message: String) throws {
        let found = file(text)
        let problem = try #require(found.problems.first)
        #expect(problem.line == line)
        #expect(problem.message.plain.hasPrefix(message), "\(problem.message)")
        #expect(!problem.message.plain.contains("\u{1b}"))
        let error = #expect(throws: Failure.self) { try found.values(of: nil) }
        #expect(error?.kind == .badInput)
        #expect(error?.message == "/c/config.toml:\(line): \(problem.message.plain)")
    }

    @Test(arguments: [
        "http://horizon.example", "https://ada:pw@a.example", "https://a.example/#x", "a.example", "https://",
    ])
    func `refuses URLs that requests may not be sent to`(url: String) {
        #expect(file("horizon-url = \"\(url)\"").problems.count == 1)
        #expect(file("rpc-url = [\"\(url)\"]").problems.count == 1)
    }

    @Test func `text that is not UTF-8 is a problem with its line`() {
        let found = ConfigurationFile(path: "c", bytes: Array("network = \"public\"\n# ".utf8) + [0xff])
        #expect(found.problems.first?.line == 2)
    }

    @Test func `no problem repeats a secret`() {
        let secret = "SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4"
        for text in ["account = \"\(secret)\"", "proxy = \"http://ada:\(secret)@p\""] {
            #expect(
                file(text).problems.allSatisfy {
                    !$0.message.plain.contains(secret) && $0.hint?.plain.contains(secret) != true
                })
        }
    }

    @Test func `reports all problems in the order of their lines`() {
        let found = file("network = \"x\"\nfoo = 1\nproxy = 2\n[profiles.a]\nbar = 1\n")
        #expect(found.problems.map(\.line) == [1, 2, 3, 5])
    }

    @Test func `suggests the key that was meant`() {
        #expect(file("horizon = 1").problems[0].hint?.plain.hasPrefix("did you mean horizon-url?") == true)
        #expect(file("ca_file = 1").problems[0].hint?.plain.hasPrefix("did you mean ca-file?") == true)
    }
}
