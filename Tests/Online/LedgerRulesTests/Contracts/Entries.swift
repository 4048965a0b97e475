// SPDX-License-Identifier: Apache-2.0

import Crypto
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// A person with a deterministic key.
struct Holder {
    private let seed: [UInt8]
    let id: AccountID

    init(_ name: String) throws { try self.init(seed: SHA256.hash(Array("contract test \(name)".utf8))) }

    init(seed: [UInt8]) throws {
        self.seed = seed
        id = .ed25519(Uint256(try Ed25519.publicKey(seed: try Self.secret(seed))) ?? Uint256())
    }

    var address: SCAddress { .account(id) }
    var key: [UInt8] { id.key.bytes }

    func sign(_ payload: TransactionHash) throws -> [UInt8] {
        try Ed25519.sign(payload.bytes, seed: try Self.secret(seed))
    }

    private static func secret(_ seed: [UInt8]) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: seed.count) { $0.copyBytes(from: seed) }
    }
}

/// A ledger of entries, for one contract call after another.
struct Entries {
    var entries: [LedgerKey: StoredEntry] = [:]
    var ledger: HostLedger

    init(sequence: UInt32 = 1000, network: Network = .testnet) {
        ledger = HostLedger(network: network, sequence: sequence, baseReserve: 5_000_000)
        for contract in PracticeContract.allCases {
            for (key, entry) in contract.entries(in: ledger) { entries[key] = entry }
        }
        addContract(of: .native)
    }

    @discardableResult
    mutating func addContract(of asset: Asset) -> ContractID {
        let contract = asset.contract(on: ledger.network)
        entries[.instance(contract)] = .instance(of: asset, as: contract, in: ledger)
        return contract
    }

    mutating func add(
        _ id: AccountID, balance: Int64 = 1_000_000_000, flags: UInt32 = 0, medium: UInt8 = 0, signers: [Signer] = []
    ) {
        let account = AccountEntry(
            accountID: id, balance: balance, seqNum: 1, numSubEntries: 0, inflationDest: nil, flags: flags,
            homeDomain: String32(), thresholds: FixedOpaque([1, 0, medium, 0]) ?? FixedOpaque(),
            signers: BoundedArray(signers) ?? BoundedArray(), ext: .v0)
        entries[.account(id)] = StoredEntry(.account(account), liveUntil: nil, modified: 1)
    }

    mutating func trust(
        _ id: AccountID, _ asset: Asset, balance: Int64 = 0, limit: Int64 = .max, flags: UInt32 = 1
    ) {
        let line = TrustLineEntry(
            accountID: id, asset: TrustLineAsset(asset), balance: balance, limit: limit, flags: flags, ext: .v0)
        entries[.trustline(id, asset)] = StoredEntry(.trustline(line), liveUntil: nil, modified: 1)
    }

    /// Calls a function and keeps what it changes.
    mutating func call(
        _ contract: ContractID, _ function: String, _ arguments: [SCVal], source: AccountID, _ mode: AuthorizationMode,
        footprint: LedgerFootprint? = nil
    ) -> Execution {
        let call = InvokeContractArgs(
            contractAddress: .contract(contract), functionName: SCSymbol(name: function), args: arguments)
        let entries = entries
        let execution = HostCall(call, source: source, in: ledger).run(mode, footprint: footprint) { entries[$0] }
        for change in execution.changes { self.entries[change.key] = change.after }
        return execution
    }

    /// Calls a function as its own source account, whose transaction authorizes it.
    mutating func call(
        _ contract: ContractID, _ function: String, _ arguments: SCVal..., by source: AccountID
    ) -> Execution {
        call(contract, function, arguments, source: source, .recording())
    }

    func balance(_ id: AccountID, _ asset: Asset) -> Int64? {
        if case .trustline(let line)? = entries[.trustline(id, asset)]?.data { return line.balance }
        guard asset == .native, case .account(let account)? = entries[.account(id)]?.data else { return nil }
        return account.balance
    }
}

extension AuthorizationMode {
    static func recording(allowsNonRoot: Bool = false, isUpgraded: Bool = false) -> AuthorizationMode {
        .record(allowsNonRoot: allowsNonRoot, isUpgraded: isUpgraded) { 7 }
    }
}

extension Execution {
    var value: SCVal? { if case .success(let value) = result { value } else { nil } }

    /// The error as the network's tools write it.
    var error: String? { if case .failure(let error) = result { error.text } else { nil } }
}

extension SorobanAuthorizationEntry {
    /// The entry, signed as an account signs, valid until a ledger.
    func signed(by signers: [Holder], until ledger: UInt32, on network: Network = .testnet) throws -> Self {
        try replacing(until: ledger) { payload in
            let values = try signers.map { signer -> SCVal in
                .record(("public_key", .raw(signer.key)), ("signature", .raw(try signer.sign(payload))))
            }
            return .vec(values)
        }
    }

    /// The entry with an expiry and a signature.
    func replacing(
        until ledger: UInt32, on network: Network = .testnet, _ signature: (TransactionHash) throws -> SCVal
    ) throws -> Self {
        var copy = self
        guard let payload = payload(until: ledger, on: network) else { return self }
        let signature = try signature(payload)
        func change(_ body: SorobanAddressCredentials) -> SorobanAddressCredentials {
            var body = body
            body.signatureExpirationLedger = ledger
            body.signature = signature
            return body
        }
        switch credentials {
        case .address(let body): copy.credentials = .address(change(body))
        case .addressV2(let body): copy.credentials = .addressV2(change(body))
        case .sourceAccount, .addressWithDelegates: break
        }
        return copy
    }
}
