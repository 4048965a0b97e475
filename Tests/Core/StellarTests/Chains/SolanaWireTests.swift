// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import TestSupport
import Testing

struct SolanaWireTests {
    // MARK: against the validators' code

    /// A row of `solana-wire.json`, which `make_solana_wire.py` made with solders.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let form: SolanaWire?

        var testDescription: String { name }
    }

    static let rows: [Row] = must { try ChainVectors.solanaWire.array("rows") }.map { row in
        let form: SolanaWire? =
            switch row["form"]?.asString {
            case "message": .message
            case "transaction": .transaction
            default: nil
            }
        return Row(
            name: must { row["name"]?.asString }, bytes: must { try Base64.decode(row.string("bytes")) }, form: form)
    }

    @Test(arguments: rows) func `judges as a validator does`(row: Row) {
        #expect(SolanaWire(row.bytes) == row.form)
    }

    @Test func `the rows have enough of both verdicts, in all versions`() {
        for title in ["legacy", "version 0", "version 1"] {
            let some = Self.rows.filter { $0.name.hasPrefix(title) }
            #expect(some.count { $0.form == .message } >= 40 && some.count { $0.form == .transaction } >= 4)
            #expect(some.count { $0.form == nil } >= 40)
        }
    }

    @Test func `recognises every row as a text that it recognises as bytes`() {
        for row in Self.rows.filter({ $0.form != nil }) {
            #expect(SolanaWire(text: Array(Base64.encode(row.bytes).utf8)) == row.form)
            #expect(SolanaWire(text: Array(Base58.encode(row.bytes).utf8)) == row.form)
        }
    }

    // MARK: by hand

    static let transfer = ChainSample.transfer()

    @Test func `recognises messages and transactions`() {
        #expect(SolanaWire(Self.transfer) == .message)
        #expect(SolanaWire(ChainSample.transfer(version: 0)) == .message)
        #expect(SolanaWire(ChainSample.transaction(Self.transfer)) == .transaction)
        #expect(SolanaWire(ChainSample.transaction(ChainSample.transfer(version: 0))) == .transaction)
        // Wallets write unfinished transactions with any number of places.
        #expect(SolanaWire(ChainSample.transaction(Self.transfer, signatures: 0)) == .transaction)
        #expect(SolanaWire(ChainSample.transaction(Self.transfer, signatures: 3)) == .transaction)
    }

    @Test func `rejects what lacks a byte or has one too many`() {
        for whole in [Self.transfer, ChainSample.transfer(version: 0), ChainSample.transaction(Self.transfer)] {
            for count in 0..<whole.count { #expect(SolanaWire(Array(whole[..<count])) == nil) }
            for byte: UInt8 in [0, 1, 0x0a, 0x20, 0xff] { #expect(SolanaWire(whole + [byte]) == nil) }
        }
    }

    /// The bytes of the legacy transfer: a place, what is written there, and whether a validator takes it.
    static let changes: [(place: Int, byte: UInt8, isAccepted: Bool)] = [
        (0, 0, false), (0, 2, true), (0, 3, false), (1, 1, false), (2, 0, true), (2, 2, true), (2, 3, false),
        (3, 2, false), (3, 4, false), (3, 0, false),
        // Program, count of accounts, accounts, count of data.
        (133, 0, false), (133, 1, true), (133, 2, true), (133, 3, false), (134, 1, false), (134, 3, false),
        (135, 2, true), (135, 3, false), (136, 2, true), (136, 255, false), (137, 11, false), (137, 13, false),
        (132, 0, false), (132, 2, false),
    ]

    @Test(arguments: changes) func `checks counts and indexes as a validator does`(
        place: Int, byte: UInt8, isAccepted: Bool
    ) {
        var message = Self.transfer
        message[place] = byte
        #expect((SolanaWire(message) != nil) == isAccepted)
    }

    @Test func `recognises a message without instructions`() {
        #expect(SolanaWire(Array(Self.transfer[..<132]) + [0]) == .message)
    }

    @Test func `counts have one form each`() {
        func message(keys: [UInt8]) -> [UInt8] { Array(Self.transfer[..<3]) + keys + Self.transfer[4...] }
        #expect(SolanaWire(message(keys: [3])) == .message)
        #expect(SolanaWire(message(keys: [0x83, 0])) == nil)
        #expect(SolanaWire(message(keys: [0x83, 0x80, 0])) == nil)
        #expect(SolanaWire(message(keys: [0x83, 0x80, 4])) == nil)
        // Data of 128 bytes has a count of two.
        let long = Array(Self.transfer[..<137]) + [0x80, 1] + Array(repeating: 9, count: 128)
        #expect(SolanaWire(long) == .message)
    }

    @Test func `accounts of version 0 may be in lookup tables, and programs may not`() {
        let head = Array(ChainSample.transfer(version: 0).dropLast())
        func message(account: UInt8, program: UInt8 = 2, writable: [UInt8], readOnly: [UInt8]) -> [UInt8] {
            var bytes = head
            (bytes[134], bytes[136]) = (program, account)
            return bytes + [1] + Array(repeating: 5, count: 32) + [UInt8(writable.count)] + writable
                + [UInt8(readOnly.count)] + readOnly
        }
        #expect(SolanaWire(message(account: 0, writable: [7], readOnly: [])) == .message)
        #expect(SolanaWire(message(account: 3, writable: [], readOnly: [250])) == .message)
        #expect(SolanaWire(message(account: 4, writable: [1], readOnly: [2])) == .message)
        #expect(SolanaWire(message(account: 5, writable: [1], readOnly: [2])) == nil)
        #expect(SolanaWire(message(account: 0, program: 3, writable: [1], readOnly: [2])) == nil)
        #expect(SolanaWire(message(account: 0, writable: [], readOnly: [])) == nil)
    }

    @Test(arguments: 2...127) func `rejects versions that no validator has`(version: UInt8) {
        #expect(SolanaWire(ChainSample.transfer(version: version)) == nil)
    }

    // MARK: texts

    static let spellings: [@Sendable ([UInt8]) -> String] = [
        { Base64.encode($0) }, { Base64.encode($0).replacing("=", with: "") }, { Base64URL.encode($0) },
        { Base58.encode($0) }, { Hex.encode($0) }, { Hex.encode($0).uppercased() }, { "0x" + Hex.encode($0) },
        { "0X" + Hex.encode($0) }, { " \n" + Base64.encode($0) + "\r\n" }, { "\t" + Base58.encode($0) + " " },
        { text in
            let text = Base64.encode(text)
            return text.prefix(64) + "\n" + text.dropFirst(64)
        },
    ]

    @Test(arguments: spellings.indices) func `recognises the text of a message in any spelling`(index: Int) {
        let spell = Self.spellings[index]
        for bytes in [Self.transfer, ChainSample.transfer(version: 0), Array(Self.transfer[..<132]) + [0]] {
            #expect(SolanaWire(text: Array(spell(bytes).utf8)) == .message)
            #expect(SolanaWire(text: Array(spell(ChainSample.transaction(bytes)).utf8)) == .transaction)
            #expect(SolanaWire(text: Array(spell(bytes + [1]).utf8)) == nil)
            #expect(SolanaWire(text: Array((spell(bytes) + "!").utf8)) == nil)
        }
    }

    // MARK: no false alarm

    /// Texts that sites ask to sign, and their like.
    static let harmless = [
        "Hello", "Verify wallet ownership\nnonce: 12345", ChainSample.siws(), ChainSample.siwe(),
        #"{"nonce": "x", "address": "y"}"#,
        #"{"domain":"a.b","statement":"Sign in","nonce":"8f2c","issuedAt":"2026-11-21T09:00:00Z","chainId":"mainnet"}"#,
        "日本語 — ünïcode", String(repeating: "x", count: 4096), String(repeating: "1", count: 4096),
        String(repeating: "A", count: 4096), String(repeating: "0", count: 4096),
        String(repeating: " ", count: 4096) + "x",
        "[" + String(repeating: "0,", count: 2000) + "0]", "data:text/plain;base64,SGVsbG8gd29ybGQ=",
        "SGVsbG8gd29ybGQ=",
        "0x48656c6c6f", ChainSample.solana, ChainSample.ethereum,
        "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln",
    ]

    @Test(arguments: harmless) func `recognises nothing in a harmless text`(text: String) {
        #expect(SolanaWire(Array(text.utf8)) == nil && SolanaWire(text: Array(text.utf8)) == nil)
    }

    @Test func `recognises nothing in a text of any length of one character`() {
        for character in "09Aa1zx{ \"é" {
            for count in stride(from: 1, to: 4096, by: 5) {
                let text = [UInt8](String(repeating: character, count: count).utf8)
                #expect(SolanaWire(text) == nil)
            }
        }
    }

    @Test func `recognises nothing in random documents`() {
        var generator = Seeded(7)
        for _ in 0..<2_000 {
            let length = Int.random(in: 1...400, using: &generator)
            let text = (0..<length).map { _ in UInt8.random(in: 0x20...0x7e, using: &generator) }
            #expect(SolanaWire(text) == nil)
            let document = Array("{\"nonce\":\"".utf8) + text + Array("\"}".utf8)
            #expect(SolanaWire(document) == nil && SolanaWire(text: document) == nil)
        }
    }
}
