// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar
import StellarXDR

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
