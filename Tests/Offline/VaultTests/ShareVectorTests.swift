// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Testing

@testable import Vault

/// The official vectors of SLIP-39: 45 sets, 15 of which give a secret.
struct ShareVectorTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let mnemonics: [String]
        let secret: String?
        let expect: String?

        static let all: [Row] = {
            do {
                return try vector("slip39.json").array("vectors").map { row in
                    Row(
                        testDescription: try row.string("description"),
                        mnemonics: try row.array("mnemonics").map { $0.asString ?? "" },
                        secret: row["secret"]?.asString, expect: row["expect"]?.asString)
                }
            } catch {
                preconditionFailure("slip39.json does not read: \(error)")
            }
        }()
    }

    @Test(arguments: Row.all.filter { $0.secret != nil })
    func `combines the shares of the standard`(row: Row) throws {
        let combined = try Self.set(row.mnemonics).combine()
        let secret = try combined.decrypted(with: try SecretBytes("TREZOR"))
        #expect(Hex.encode(secret.exposed) == row.secret)
        #expect(Hex.encode(try combined.decrypted(with: try SecretBytes("trezor")).exposed) != row.secret)
    }

    @Test(arguments: Row.all.filter { $0.secret != nil })
    func `writes the words of a share that it has read`(row: Row) throws {
        for mnemonic in row.mnemonics {
            #expect(try Share(reading: try SecretBytes(mnemonic)).text().text == mnemonic)
            let typed = mnemonic.split(separator: " ").map { $0.prefix(4).uppercased() }.joined(separator: " \n")
            #expect(try Share(reading: try SecretBytes(typed)).text().text == mnemonic)
        }
    }

    @Test(arguments: Row.all.filter { $0.secret == nil })
    func `refuses the sets that the standard refuses, for the reason that it names`(row: Row) throws {
        do {
            _ = try Self.set(row.mnemonics).combine()
            Issue.record("the set was accepted")
        } catch {
            #expect(Self.name(error) == row.expect)
        }
    }

    /// A mismatch, thrown.
    private struct Mismatch: Error { let mismatch: ShareMismatch }

    private static func set(_ mnemonics: [String]) throws -> ShareSet {
        var set = ShareSet()
        for mnemonic in mnemonics {
            if let mismatch = set.add(try Share(reading: try SecretBytes(mnemonic))) {
                throw Mismatch(mismatch: mismatch)
            }
        }
        return set
    }

    private static func name(_ error: any Error) -> String {
        switch error {
        case ShareError.checksum: "checksum"
        case ShareError.padding: "padding"
        case ShareError.groupThreshold: "group threshold"
        case ShareError.wordCount: "word count"
        case ShareSetError.digest: "digest"
        case ShareSetError.incomplete: "incomplete"
        case let error as Mismatch:
            switch error.mismatch {
            case .otherSet: "other set"
            case .otherThreshold: "other threshold"
            case .contradicts: "contradiction"
            case .same: "same"
            }
        default: "\(error)"
        }
    }
}
