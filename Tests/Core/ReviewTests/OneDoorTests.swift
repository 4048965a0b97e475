// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Keys sign in one place, which only an approved review reaches.
struct OneDoorTests {
    /// The files below `Sources` that contain a text, except those of Crypto and of the developer tools.
    private func files(with text: String, file: String = #filePath) throws -> [String] {
        let root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let all = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String } ?? []
        #expect(all.count > 300)
        return try all.filter { name in
            guard name.hasSuffix(".swift"), !name.hasPrefix("Core/Crypto/"), !name.hasPrefix("Tools/"),
                !name.contains("Generated/")
            else {
                return false
            }
            return try String(contentsOf: root.appending(path: name), encoding: .utf8).contains(text)
        }.sorted()
    }

    @Test func `only the vault's unlocked key and the practice anchor's key sign with Ed25519`()
        throws
    {
        let signers = try files(with: "Ed25519.sign(")
        #expect(signers == ["Offline/Vault/UnlockedKey.swift", "Sandbox/Practice/Anchor/Accounts/PracticeKey.swift"])
        #expect(try files(with: "crypto_sign") == [])
    }

    @Test func `only an approved review calls a signer, and nothing calls the vault's key but as that signer`() throws {
        #expect(try files(with: "signer.sign(") == ["Core/Review/Signing/ApprovedEnvelope.swift"])
        #expect(try files(with: "key.sign(") + files(with: "unlocked.sign(") == [])
        #expect(try files(with: ": ItemSigner {") == ["Offline/Signing/Keys/OpenedKey.swift"])
    }

    @Test func `reviews and reviewed, approved and signed envelopes are each created in a single file`() throws {
        #expect(try files(with: " Review(") == ["Core/Review/Outcome/Review.swift"])
        #expect(try files(with: "ReviewedItem(") == ["Core/Review/Outcome/Review.swift"])
        #expect(try files(with: "ApprovedEnvelope(") == ["Core/Review/Signing/ApprovedEnvelope.swift"])
        #expect(try files(with: " SignedEnvelope(") == ["Core/Review/Signing/ApprovedEnvelope.swift"])
    }

    @Test func `policy proofs are created only from lists that the vault has verified`() throws {
        #expect(try files(with: "(verified:") == ["Offline/Signing/Keys/OpenedKey.swift"])
        #expect(try files(with: "PolicyProof(") == ["Offline/Signing/Keys/OpenedKey.swift"])
        #expect(try files(with: " ListProof(") == ["Offline/Vault/State/SignedList.swift"])
    }
}
