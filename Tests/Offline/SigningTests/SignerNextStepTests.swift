// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import SafeFiles
import Testing
import Vault

@testable import Signing

/// What to do next at the signer.
struct SignerNextStepTests {
    private let request = CarriedFile("my request.json", document: ["format": "coldstar-request", "id": "1"])

    private func files() throws -> [CarriedFile] { [try #require(request)] }

    @Test func `asks for a key where there is no vault or no key`() throws {
        let empty = try TestVault()
        #expect(SignerNextStep(vault: empty.folder, files: try files()) == .makeKey)
        #expect(SignerNextStep(vault: empty.folder + "/none", files: []) == .makeKey)
    }

    @Test func `awaits a request and names a key whose backup was never tested`() throws {
        let vault = try TestVault("alice")
        let alice = try vault.vault.info(KeyName("alice"))
        #expect(
            SignerNextStep(vault: vault.folder, files: [])
                == .awaitRequest(keys: [alice], untried: alice.name, hasAnswered: false))
    }

    @Test func `offers to sign a request that no response answers`() throws {
        let vault = try TestVault("alice")
        let step = SignerNextStep(vault: vault.folder, files: try files())
        guard case .sign(let keys, ["my request.json"], _) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(keys.count == 1)
        let response = CarriedFile(
            "a",
            document: [
                "format": "coldstar-response", "id": "1", "hash": .string(String(repeating: "a", count: 64)),
            ])
        let answered = SignerNextStep(vault: vault.folder, files: try files() + [try #require(response)])
        guard case .awaitRequest = answered else {
            Issue.record("\(answered)")
            return
        }
    }

    @Test func `examines a damaged key file, seal or journal instead of failing`() throws {
        for name in ["alice.key", "seal.alice", "journal"] {
            let vault = try TestVault("alice")
            try SafeFiles.write([0x1b, 0x5b, 0x0a], to: vault.folder + "/" + name, replacing: true)
            let step = SignerNextStep(vault: vault.folder, files: try files())
            guard case .examine(let reason) = step else {
                Issue.record("\(name): \(step)")
                continue
            }
            #expect(!reason.utf8.contains(0x1b))
        }
    }
}
