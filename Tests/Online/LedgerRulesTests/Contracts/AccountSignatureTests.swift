// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// The signatures of accounts, judged by vectors of entries that the host accepts and refuses.
struct AccountSignatureTests {
    /// An account whose signers are these keys, each with weight 1, all of which must sign.
    private static func account(_ id: AccountID, _ keys: [[UInt8]]) -> AccountEntry {
        let others = keys.compactMap { Uint256($0) }.filter { $0 != id.key }
        return AccountEntry(
            accountID: id, balance: 0, seqNum: 0, numSubEntries: 0, inflationDest: nil, flags: 0,
            homeDomain: String32(),
            thresholds: FixedOpaque([1, 0, UInt8(clamping: keys.count), 0]) ?? FixedOpaque(),
            signers: BoundedArray(others.map { Signer(key: .ed25519($0), weight: 1) }) ?? BoundedArray(), ext: .v0)
    }

    private static func verdict(_ one: JSON, _ keys: [[UInt8]]?) throws -> HostError? {
        let entry: SorobanAuthorizationEntry = try one.xdr("signed_entry")
        let network = Network(passphrase: try one.string("network_passphrase"))
        let body = try #require(entry.credentials.address)
        guard case .account(let id) = body.address else { return nil }
        let payload = try #require(entry.payload(until: body.signatureExpirationLedger, on: network))
        do throws(HostError) {
            let signatures = try AccountSignatures(body.signature)
            try signatures.check(for: account(id, keys ?? signatures.publicKeys), payload: payload)
            return nil
        } catch {
            return error
        }
    }

    @Test func `every signed entry of an account is accepted, on its network and by the threshold of its signers`()
        throws
    {
        for one in try Vectors.cases("auth-entries") {
            let keys = try one.array("signatures").map { try Hex.decode($0.string("raw_public_key")) }
            let name = try one.string("name")
            #expect(try Self.verdict(one, keys) == nil, Comment(rawValue: name))
        }
    }

    @Test func `a signature of a stranger is refused, and so are signatures below the threshold`() throws {
        for one in try Vectors.cases("auth-entries") {
            let entry: SorobanAuthorizationEntry = try one.xdr("signed_entry")
            guard case .account? = entry.credentials.address?.address else { continue }
            let keys = try one.array("signatures").map { try Hex.decode($0.string("raw_public_key")) }
            let another = Array(repeating: UInt8(9), count: 32)
            // Of an account with the master key alone, all other signers are strangers.
            if keys.count > 1 { #expect(try Self.verdict(one, []) != nil) }
            if keys.count < 20 { #expect(try Self.verdict(one, keys + [another]) != nil) }
        }
    }

    @Test func `signatures that the host refuses are refused`() throws {
        let cases = try Vectors.cases("auth-negative")
        #expect(cases.count == 12)
        for one in cases where try !one.string("name").hasPrefix("delegates") {
            let name = try one.string("name")
            #expect(try Self.verdict(one, nil) != nil, Comment(rawValue: name))
        }
    }

    @Test func `entries with delegates in another order, or twice, are refused as a whole`() throws {
        for one in try Vectors.cases("auth-negative") where try one.string("name").hasPrefix("delegates") {
            let entry: SorobanAuthorizationEntry = try one.xdr("signed_entry")
            guard case .contractFn(let call) = entry.rootInvocation.function else { continue }
            let ledger = HostLedger(network: .testnet, sequence: 1000, baseReserve: 1)
            let execution = HostCall(call, source: PracticeContract.deployer, in: ledger).run(
                .enforce([entry]), footprint: nil
            ) { _ in nil }
            #expect(execution.error == "HostError: Error(Auth, InvalidInput)")
        }
    }
}
