// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

extension AuthorizationRequest {
    /// The entry as it would be signed: with the end that is asked for, and without signature.
    var unsignedEntry: SorobanAuthorizationEntry {
        var copy = entry
        switch entry.credentials {
        case .sourceAccount: break
        case .address(let body): copy.credentials = .address(unsigned(body))
        case .addressV2(let body): copy.credentials = .addressV2(unsigned(body))
        case .addressWithDelegates(var delegated):
            delegated.addressCredentials = unsigned(delegated.addressCredentials)
            copy.credentials = .addressWithDelegates(delegated)
        }
        return copy
    }

    private func unsigned(_ body: SorobanAddressCredentials) -> SorobanAddressCredentials {
        var copy = body
        copy.signatureExpirationLedger = expirationLedger
        copy.signature = .void
        return copy
    }

    /// An operation that does what the first call does, with the entry: the rules about operations apply to it.
    package var asOperation: InvokeHostFunctionOp {
        InvokeHostFunctionOp(hostFunction: entry.rootInvocation.function.hostFunction, auth: [unsignedEntry])
    }

    /// The same without the entry.
    var asBareOperation: InvokeHostFunctionOp {
        InvokeHostFunctionOp(hostFunction: entry.rootInvocation.function.hostFunction, auth: [])
    }

    func asTransaction(by account: AccountID) -> Transaction {
        let operation = Operation(sourceAccount: nil, body: .invokeHostFunction(asOperation))
        return Transaction(
            sourceAccount: MuxedAccount(account), fee: 0, seqNum: 0, cond: .none, memo: .none,
            operations: BoundedArray([operation]) ?? BoundedArray(), ext: .v0)
    }

    /// When the signature stops counting, as far as that can be told.
    var validity: Phrase {
        let end: Phrase = "until ledger \(expirationLedger)"
        guard let claimedLedger, expirationLedger >= claimedLedger else { return end }
        let left = LedgerSpan.seconds(from: claimedLedger, to: expirationLedger)
        let span: Phrase =
            "\(end), about \(Phrase(duration: left)) after ledger \(claimedLedger), which is claimed to be the newest"
        guard let closed = claimedCloseTime else { return span }
        return "\(span), closed \(plain: closed.utc)"
    }
}

extension SorobanAuthorizedFunction {
    /// The same as a transaction's own.
    fileprivate var hostFunction: HostFunction {
        switch self {
        case .contractFn(let call): .invokeContract(call)
        case .createContractHostFn(let create): .createContract(create)
        case .createContractV2HostFn(let create): .createContractV2(create)
        }
    }
}
