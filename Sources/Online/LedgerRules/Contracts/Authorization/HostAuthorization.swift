// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// Who authorizes a call.
///
/// - Source: CAP-46-11, CAP-71-02; rs-soroban-env auth.rs.
extension Host {
    /// Demands that the address authorizes the call that runs, with its arguments, or with those of them that concern
    /// the address.
    mutating func requireAuthorization(of address: SCAddress, for arguments: [SCVal]? = nil) throws(HostError) {
        guard let frame = frames.last else { return }
        // A contract authorizes the calls that it makes itself.
        if frames.dropLast().last?.contract.map({ address == .contract($0) }) == true { return }
        let function = frame.authorizedFunction(for: arguments)
        switch authorization.mode {
        case .enforce: try enforce(function, by: address)
        case .record(let allowsNonRoot, _, let nonce): try record(function, by: address, allowsNonRoot, nonce)
        }
    }

    private mutating func enforce(
        _ function: SorobanAuthorizedFunction, by address: SCAddress
    ) throws(HostError) {
        guard let index = authorization.match(function, by: address) else {
            throw HostError(.auth(.invalidAction), "unauthorized function call for address", .address(address))
        }
        if !authorization.trackers[index].isAuthenticated { try authenticate(index) }
    }

    private mutating func record(
        _ function: SorobanAuthorizedFunction, by address: SCAddress, _ allowsNonRoot: Bool, _ nonce: () -> Int64
    ) throws(HostError) {
        if authorization.extendRecorded(function, by: address) { return }
        guard allowsNonRoot || frames.count == 1 else {
            throw HostError(
                .auth(.invalidAction), "authorization not tied to the root contract invocation for an address",
                .address(address))
        }
        var credentials = AuthorizationTracker.Credentials.source
        if address != .account(authorization.source) {
            let nonce = nonce()
            try consume(nonce, of: address, until: 0)
            credentials = .recorded(nonce: nonce)
        }
        let tree = InvocationTree(recording: function, depth: frames.count)
        authorization.trackers.append(AuthorizationTracker(recording: address, credentials, tree))
    }

    // MARK: Signatures

    private mutating func authenticate(_ index: Int) throws(HostError) {
        let tracker = authorization.trackers[index]
        authorization.trackers[index].isAuthenticated = true
        guard case .signed(let entry, let body) = tracker.credentials else { return }
        guard let payload = entry.payload(until: body.signatureExpirationLedger, on: ledger.network) else { return }
        authorization.trackers[index].isBusy = true
        try verify(
            body.signature, of: body.address, over: payload, .vec(tracker.tree.functions.map(\.context)),
            tracker.delegates)
        authorization.trackers[index].isBusy = false
        try consume(body)
    }

    private mutating func verify(
        _ signature: SCVal, of address: SCAddress, over payload: TransactionHash, _ contexts: SCVal,
        _ delegates: [DelegateTracker]
    ) throws(HostError) {
        guard signature.isSound else {
            throw HostError(.value(.invalidInput), "the signature is not a value that contracts can have")
        }
        do throws(HostError) {
            switch address {
            case .account(let id):
                guard let account = try account(id) else {
                    throw HostError(.storage(.missingValue), "account is missing", .address(address))
                }
                let signatures = try AccountSignatures(signature)
                try signatures.check(for: account, payload: payload) { instructions += Instructions.signature }
            case .contract(let id):
                authorization.checks.append(
                    AuthorizationCheck(account: id, payload: payload, contexts: contexts, delegates: delegates))
                try checkAuthorization(by: id, [.raw(payload.bytes), signature, contexts])
                authorization.checks.removeLast()
            case .muxedAccount, .claimableBalance, .liquidityPool, .muxedContract:
                throw .wrongType(.address(address))
            }
        } catch {
            // An account's own errors must not look like those of the contract that was called.
            guard case .contract = error.error else { throw error }
            note(error)
            throw HostError(
                .auth(.invalidAction), "failed account authentication: \(error.message)", .address(address),
                .error(error.error))
        }
    }

    /// Has a delegate of the account whose check runs authorize what is checked (`delegate_account_auth`).
    ///
    /// - Source: CAP-71-01.
    mutating func delegateAuthorization(to address: SCAddress) throws(HostError) {
        guard let index = authorization.checks.indices.last, authorization.checks[index].account == contract else {
            throw HostError(.context(.invalidAction), "only the check of an account can ask for a delegate")
        }
        let check = authorization.checks[index]
        guard let place = check.delegates.firstIndex(where: { $0.address == address && !$0.isUsed }) else {
            throw HostError(.auth(.invalidAction), "the delegate did not sign", .address(address))
        }
        authorization.checks[index].delegates[place].isUsed = true
        let delegate = check.delegates[place]
        try verify(delegate.signature, of: address, over: check.payload, check.contexts, delegate.delegates)
    }

    // MARK: Nonces

    /// Uses the nonce of an entry, so that the entry cannot be used again while its signature is valid.
    private mutating func consume(_ body: SorobanAddressCredentials) throws(HostError) {
        let last = body.signatureExpirationLedger
        guard ledger.sequence <= last else {
            throw HostError(
                .auth(.invalidInput), "signature has expired", .address(body.address), .u32(ledger.sequence),
                .u32(last))
        }
        guard last <= ledger.lastPossible else {
            throw HostError(
                .auth(.invalidInput), "signature expiration is too late", .address(body.address),
                .u32(ledger.lastPossible), .u32(last))
        }
        try consume(body.nonce, of: body.address, until: last)
    }

    private mutating func consume(_ nonce: Int64, of address: SCAddress, until last: UInt32) throws(HostError) {
        let name = SCVal.ledgerKeyNonce(SCNonceKey(nonce: nonce))
        let key = LedgerKey.temporary(address, name)
        guard try storage.entry(key) == nil else {
            throw HostError(.auth(.existingValue), "nonce already exists for address", .address(address))
        }
        let entry = ContractDataEntry(ext: .v0, contract: address, key: name, durability: .temporary, val: .void)
        try storage.put(
            .contractData(entry), at: key, untilAtLeast: max(last, ledger.lastByDefault(isTemporary: true)))
    }

    // MARK: Recording

    /// Reaches what checking the recorded entries will need, so that it is in the footprint: accounts, and the instance
    /// and code of contracts, whose own check is not run.
    mutating func reachSigners() throws(HostError) {
        for tracker in authorization.trackers {
            guard case .recorded = tracker.credentials else { continue }
            switch tracker.address {
            case .account(let id):
                _ = try account(id)
                instructions += Instructions.signature
            case .contract(let id):
                guard case .contractInstance(let instance)? = try value(.instance(id)) else { continue }
                if case .wasm(let hash) = instance.executable { _ = try storage.entry(.code(hash)) }
            case .muxedAccount, .claimableBalance, .liquidityPool, .muxedContract: break
            }
        }
    }
}

extension SorobanAuthorizedFunction {
    /// The call as a contract account's `__check_auth` gets it.
    fileprivate var context: SCVal {
        switch self {
        case .contractFn(let call):
            .tagged(
                "Contract",
                .record(
                    ("args", .vec(call.args)), ("contract", .address(call.contractAddress)),
                    ("fn_name", .symbol(call.functionName))))
        case .createContractHostFn(let new): Self.creation(new.executable, new.contractIDPreimage, [])
        case .createContractV2HostFn(let new):
            Self.creation(new.executable, new.contractIDPreimage, new.constructorArgs)
        }
    }

    private static func creation(
        _ executable: ContractExecutable, _ preimage: ContractIDPreimage, _ arguments: [SCVal]
    ) -> SCVal {
        guard !arguments.isEmpty else {
            return .tagged(
                "CreateContractHostFn", .record(("executable", executable.context), ("salt", preimage.context)))
        }
        return .tagged(
            "CreateContractWithCtorHostFn",
            .record(
                ("constructor_args", .vec(arguments)), ("executable", executable.context), ("salt", preimage.context)))
    }
}

extension ContractExecutable {
    fileprivate var context: SCVal {
        if case .wasm(let hash) = self { .tagged("Wasm", .raw(hash.bytes)) } else { .void }
    }
}

extension ContractIDPreimage {
    fileprivate var context: SCVal { if case .address(let origin) = self { .raw(origin.salt.bytes) } else { .void } }
}
