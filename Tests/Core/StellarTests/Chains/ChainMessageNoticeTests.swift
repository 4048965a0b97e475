// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

struct ChainMessageNoticeTests {
    private static func notices(
        _ text: String, on network: ChainNetwork = .solana, from origin: String = ChainSample.origin
    ) -> [ChainMessageNotice] {
        ChainSample.message(text, on: network, from: origin).notices
    }

    @Test(arguments: [
        "Hello", ChainSample.siws(), "Pay to nobody, see 0x1234 and abc", #"{"nonce": "x"}"#,
        "Address: \(ChainSample.solana)",
    ])
    func `says nothing about a harmless text`(text: String) { #expect(Self.notices(text) == []) }

    // MARK: domains

    static let sites: [(domain: String, origin: String, isSame: Bool)] = [
        ("a.example", "https://a.example", true), ("A.example", "https://a.EXAMPLE", true),
        ("a.example:443", "https://a.example", true),
        ("a.example", "https://a.example:443", true), ("a.example:8443", "https://a.example:8443", true),
        ("https://a.example", "https://a.example", true), ("localhost:80", "http://localhost", true),
        ("b.example", "https://a.example", false), ("a.example:80", "https://a.example", false),
        ("a.example", "https://a.example:8443", false), ("http://a.example", "https://a.example", false),
        ("www.a.example", "https://a.example", false), ("example", "https://a.example", false),
        ("a.example", "a.example", false),
        ("a.example", "", false), ("a.example.", "https://a.example", false),
        ("a.example", "https://a.example.evil.example", false),
    ]

    @Test(arguments: sites) func `compares the domain of a sign-in text with the origin`(
        domain: String, origin: String, isSame: Bool
    ) {
        let plain = String(domain.split(separator: "/").last ?? "")
        let found = Self.notices(ChainSample.siws(domain), from: origin)
        #expect(found == (isSame ? [] : [.otherDomain(domain: plain, origin: origin)]))
    }

    @Test(arguments: ["bücher.example", "аpple.example", "xn--bcher-kva.example", "a.XN--bcher-kva.example"])
    func `points out letters outside ASCII in the domain`(domain: String) {
        #expect(Self.notices(ChainSample.siws(domain), from: "https://\(domain)") == [.internationalDomain(domain)])
    }

    @Test func `letters outside ASCII elsewhere are no matter`() {
        #expect(Self.notices(ChainSample.siws().replacing("Verify.", with: "Prüfen.")) == [])
        #expect(Self.notices(ChainSample.siws("axn--b.example"), from: "https://axn--b.example") == [])
    }

    // MARK: addresses

    @Test func `points out addresses that are not the signer's`() {
        #expect(Self.notices("to \(ChainSample.otherSolana).") == [.otherAddress(ChainSample.otherSolana)])
        #expect(
            Self.notices("from \(ChainSample.solana) to \(ChainSample.otherSolana)\n\(ChainSample.otherSolana)") == [
                .otherAddress(ChainSample.otherSolana)
            ])
        #expect(
            Self.notices("to \(ChainSample.otherEthereum)", on: .base) == [.otherAddress(ChainSample.otherEthereum)])
        // A wrong checksum does not make it another thing.
        let damaged = ChainSample.otherEthereum.replacing("A", with: "a")
        #expect(Self.notices("(\(damaged))", on: .base) == [.otherAddress(damaged)])
    }

    @Test func `addresses of another chain, longer words and the signer's own are no matter`() {
        #expect(Self.notices("to \(ChainSample.otherEthereum)") == [])
        #expect(Self.notices("to \(ChainSample.otherSolana)", on: .ethereum) == [])
        #expect(Self.notices("\(ChainSample.otherSolana)11 zz\(ChainSample.otherSolana)") == [])
        #expect(Self.notices("\(ChainSample.otherEthereum)0 \(ChainSample.ethereum.lowercased())", on: .ethereum) == [])
        #expect(Self.notices("nonce 0123456789abcdef0123456789abcdef01234567", on: .ethereum) == [])
    }

    @Test func `points out three addresses at most`() {
        let some = (1...5).map { SolanaAddress(publicKey: Array(repeating: UInt8($0), count: 32)).text }
        #expect(Self.notices(some.joined(separator: " ")) == some.prefix(3).map { .otherAddress($0) })
    }

    // MARK: Ethereum transactions

    /// Made with eth-account 0.13 and rlp 4: signed and unsigned of the first type, with a chain, of type 2.
    static let transactions = [
        "f86b01843b9aca00825208943535353535353535353535353535353535353535880de0b6b3a76400008025a0273df62ded8f0ef5bf5a8a15300919933effe57bc"
            + "1d2814323c3ac1ebb1a4830a0251e4fcb7d79ac258cbc4e97e77acff8166043fab8ec6bc95ffdbee9fd5e0fe4",
        "e801843b9aca00825208943535353535353535353535353535353535353535880de0b6b3a764000080",
        "eb01843b9aca00825208943535353535353535353535353535353535353535880de0b6b3a764000080018080",
        "02f86e010101843b9aca00825208943535353535353535353535353535353535353535880de0b6b3a764000080c080a08cbdcd1b0a27eabd12748299d76838600a"
            + "3cfe9c1eb88511a9c1c2212919a533a0657930cc607f2844092732a6b5bbf5694d4a5faf96479259d1005b012fa8b034",
    ]

    @Test(arguments: transactions) func `points out the looks of an Ethereum transaction`(digits: String) {
        for text in [digits, "0x" + digits, " 0x\(digits.uppercased())\n"] {
            #expect(Self.notices(text, on: .ethereum) == [.ethereumTransaction])
            #expect(ChainSample.message(text, on: .ethereum).fault == nil)
        }
        #expect(ChainSample.message(hex(digits), on: .ethereum).notices == [.ethereumTransaction])
        for text in ["x" + digits, String(digits.dropLast(2)), digits + "00", "Sign " + digits] {
            #expect(Self.notices(text, on: .ethereum) == [])
        }
    }

    @Test(arguments: [
        "c0", "c180", "00", "0x", "f8", "ff" + String(repeating: "ff", count: 30), "c6010203040506", "02c0",
        "fbffffffffff",
    ])
    func `other lists are no transactions`(digits: String) { #expect(Self.notices(digits, on: .ethereum) == []) }

    @Test func `every notice is one line of printable ASCII`() {
        let notices: [ChainMessageNotice] = [
            .otherDomain(domain: "\u{1b}[2J", origin: String(repeating: "é", count: 5000)),
            .internationalDomain("bücher"), .otherAddress("x"),
            .ethereumTransaction,
        ]
        for notice in notices {
            #expect(notice.message.utf8.count < 1000 && notice.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
    }
}
