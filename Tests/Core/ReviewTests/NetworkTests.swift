// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// Networks whose passphrase is not one of the known ones.
struct NetworkTests {
    private func levels(_ passphrase: String) -> [String: Level] {
        let findings = Scenario { $0.network = Network(passphrase: passphrase) }.review.allFindings
        return Dictionary(findings.map { ($0.rule.rawValue, $0.level) }, uniquingKeysWith: max)
    }

    @Test(arguments: Network.names)
    func `raises no finding for a known network`(name: String) throws {
        let found = levels(try #require(Network(named: name)).passphrase)
        #expect(found["R-NET"] == nil && found["W-NET"] == nil)
    }

    @Test(arguments: [
        "test sdf network ; september 2015", "TEST SDF NETWORK ; SEPTEMBER 2015", "Test SDF Network ; september 2015",
        "Test SDF Network; September 2015", "Test SDF Network ;September 2015", "TestSDFNetwork;September2015",
        " Test SDF Network ; September 2015", "Test SDF Network ; September 2015 ",
        "Test SDF Network ; September 2015\n",
        "Test\tSDF  Network ; September 2015", "Test SDF Network ; September 2O15", "Test SDF Netw0rk ; September 2015",
        "Test SDF Network ; September 20l5", "Test SDF Network ; September 20I5", "Test SDF Network ; September 20|5",
        "Test SDF Network : September 2015", "Test SDF Network - September 2015",
        "Test SDF Network \u{2014} September 2015",
        "Test SDF Network \u{37e} September 2015", "Test SDF Network \u{ff1b} September 2015",
        "Test SDF Network , September 2015", "Test SDF Network September 2015", "Test SDF Network ; September 2015.",
        "\u{422}est SDF Network ; September 2015", "T\u{435}st SDF Network ; September 2015",
        "Te\u{455}t SDF Network ; September 2015", "Test \u{405}DF Network ; September 2015",
        "Test SDF N\u{435}tw\u{43e}rk ; September 2015", "Test SDF Netw\u{3bf}rk ; September 2015",
        "Test SDF Network ; Sept\u{435}mber 2015", "Test SDF Network ; Se\u{440}tember 2015",
        "Test\u{200b} SDF Network ; September 2015", "Test\u{feff} SDF Network ; September 2015",
        "Test\u{ad} SDF Network ; September 2015", "\u{202e}Test SDF Network ; September 2015",
        "Test\u{a0}SDF\u{a0}Network ; September 2015", "Test SDF Network ; September 2015\u{0}",
        "\u{ff34}\u{ff45}\u{ff53}\u{ff54} SDF Network ; September 2015", "Test SDF Network ; September \u{ff12}015",
        "\u{1d413}est SDF Network ; September 2015", "Test SDF Network ; September \u{1d7d0}015",
        "T\u{e9}st SDF Network ; September 2015", "Te\u{301}st SDF Network ; September 2015",
        "Test SDF Network ; Septernber 2015", "Test SDF Netvvork ; September 2015", "Test $DF Network ; September 2015",
        "Test SDF Network ; September 201S", "Public Global Stellar Network ; september 2015",
        "PubIic Global Stellar Network ; September 2015", "Publ1c Global Stellar Network ; September 2015",
        "Public Gl0bal Stellar Network ; September 2015",
        "P\u{443}blic Global Stellar Network ; September 2015".replacing("\u{443}", with: "u\u{200d}"),
        "\u{420}ublic Global Stellar Network ; September 2015", "Public Glob\u{430}l Stellar Network ; September 2015",
        "Public Global Ste11ar Network ; September 2015", "Public Global Stellar Network ; Sеptember 2015",
        "test sdf future network ; october 2022", "Test SDF Future Netw\u{3bf}rk ; October 2022",
        "Test SDF Future Network ; 0ctober 2022", "Standalone network ; February 2017",
        "Standal\u{3bf}ne Network ; February 2017", "Standa1one Network ; February 2017",
    ]) func `refuses a passphrase that looks like a known one`(passphrase: String) {
        let found = levels(passphrase)
        #expect(found["R-NET"] == .refuse && found["W-NET"] == nil, "\(passphrase)")
    }

    @Test(arguments: [
        "x", "My Net", "réseau privé ☂ 2026", "Some & other + network", "Test SDF Network ; September 2016",
        "Test SDF Network ; October 2015", "Test SDF Network ; September 2051", "Test SDF Network",
        "Test Network ; September 2015",
        "Standalone Network ; February 2018", "Public Stellar Network ; September 2015", "☂",
        "\u{6d4b}\u{8bd5}\u{7f51}", "0", ";",
        "Test SDF Future Network ; October 2023", String(repeating: "x", count: 1000),
    ]) func `holds any other unknown network until the first eight digits of its id are typed`(passphrase: String) {
        let network = Network(passphrase: passphrase)
        let review = Scenario { $0.network = network }.review
        #expect(review.allFindings.filter { $0.rule == .network }.isEmpty)
        let held = review.allFindings.filter { $0.rule == .unknownNetwork }
        #expect(held.map(\.level) == [.hold])
        #expect(held.map(\.challengeValue) == [Hex.encode(network.id.bytes.prefix(4))])
    }

    @Test func `an unknown network holds a fee bump once and a message never`() {
        let network = Network(passphrase: "My Net")
        let bump = Scenario {
            $0.network = network
            $0.payer = bob
        }
        #expect(bump.review.holds.filter { $0.rule == .unknownNetwork }.count == 1)
        #expect(bump.review.allFindings.filter { $0.rule == .unknownNetwork }.count == 1)
        let message = Scenario { $0.subject = .message([65]) }
        #expect(!message.review.allFindings.contains { $0.rule == .unknownNetwork })
    }

    @Test func `a policy never passes a look-alike passphrase, and an unknown network only if it lists the rule`()
        throws
    {
        func scenario(_ passphrase: String, _ unattended: Set<RuleID>) -> Scenario {
            let network = Network(passphrase: passphrase)
            return Scenario {
                $0.network = network
                $0.setUp = { input in
                    input.key = SigningKey(alice.account)
                    input.policy = policy {
                        $0.networks = [network]
                        $0.unattended = unattended
                    }
                }
            }
        }
        #expect(throws: ApprovalError.self) { try scenario("My Net", []).approvedByPolicy() }
        _ = try scenario("My Net", [.unknownNetwork]).approvedByPolicy()
        #expect(throws: ApprovalError.self) {
            try scenario("test sdf network ; september 2015", [.unknownNetwork]).approvedByPolicy()
        }
    }
}
