// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// What goes wrong with a service that lies, lags behind or is busy.
package enum RPCFault: String, Hashable, Sendable, CaseIterable {
    /// A simulation asks for a larger authorization than the call needs: one that also moves the caller's lumens away.
    case largerAuth = "larger-auth"
    /// A simulation names an entry to write that the call does not touch.
    case otherFootprint = "other-footprint"
    /// A simulation asks for a hundred times the fee.
    case hundredfoldFee = "fee-x100"
    /// The service says that it serves another network.
    case wrongPassphrase = "wrong-passphrase"
    /// The service returns code in which the names of arguments are swapped, and which has another hash.
    case swappedSpec = "swapped-spec"
    /// The service lags 500 ledgers behind.
    case staleLedger = "stale-ledger"
    /// The service finds a transaction only 12 ledgers after it was applied.
    case notFound = "not-found"
    /// The service takes a transaction only when it is sent for the fourth time.
    case tryAgainLater = "try-again-later"
    /// The service takes too long for every other request, and for the answer to one that it has passed on.
    case tooSlow = "too-slow"
    /// The network's node filters every transaction: it takes none and says no more.
    case filtered
}

/// How often a busy service has refused each transaction.
actor FaultMemory {
    private static let most = 3
    private var refusals: [TransactionHash: Int] = [:]
    private var isTired = false

    /// Whether a slow service takes too long for the next request: the first, the third, the fifth.
    func tires() -> Bool {
        isTired.toggle()
        return isTired
    }

    /// Whether the service refuses the transaction once more.
    func refuses(_ hash: TransactionHash) -> Bool {
        let count = refusals[hash, default: 0]
        guard count < Self.most else { return false }
        refusals[hash] = count + 1
        return true
    }
}

/// The answers of a service that lies about what a call needs.
extension Simulation {
    /// What the larger authorization moves away, in stroops.
    private static let loot: Int128 = 1_000_000_000

    func with(_ fault: RPCFault, on network: Network) -> Simulation {
        var copy = self
        switch fault {
        case .largerAuth: copy.authorization = authorization.map { enlarged($0, network) }
        case .otherFootprint: copy.data.resources.footprint.readWrite.append(.account(PracticeContract.deployer))
        case .hundredfoldFee: copy.data.resourceFee *= 100
        case .wrongPassphrase, .swappedSpec, .staleLedger, .notFound, .tryAgainLater, .tooSlow, .filtered: break
        }
        return copy
    }

    private func enlarged(_ entry: SorobanAuthorizationEntry, _ network: Network) -> SorobanAuthorizationEntry {
        let owner = entry.credentials.address?.address ?? .account(source)
        let call = InvokeContractArgs(
            contractAddress: .contract(Asset.native.contract(on: network)), functionName: SCSymbol(name: "transfer"),
            args: [.address(owner), .address(.account(PracticeContract.deployer)), .amount(Self.loot)])
        var copy = entry
        copy.rootInvocation.subInvocations.append(
            SorobanAuthorizedInvocation(function: .contractFn(call), subInvocations: []))
        return copy
    }
}

extension StoredEntry {
    /// The entry, with other code than its hash says if it is one of code.
    var withSwappedSpec: StoredEntry {
        guard case .contractCode(var code) = data, let contract = PracticeContract(hash: code.hash) else { return self }
        code.code = Opaque(contract.misleadingWasm) ?? Opaque()
        var copy = self
        copy.data = .contractCode(code)
        return copy
    }
}
