// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// Why a contract call fails, in words: whose error it is, and what it means there.
///
/// The numbers of a contract's own errors have their names from its interface, those of assets' contracts and of the
/// host their explanations from this program.
package struct CallFault {
    private let error: CallError
    /// The contract, if it is one whose interface can be read.
    private let interface: ContractInterface?
    private let client: RPCClient?

    /// - Parameter client: knows the contract; nil for no names.
    package init(_ error: CallError, by client: RPCClient?) {
        (self.error, self.client) = (error, client)
        // Only a contract's own error needs it. Names are a convenience: without them, the number is said.
        let contract = if case .contract = error.error { error.contract } else { nil as ContractID? }
        interface = contract.flatMap { contract in client.flatMap { try? ContractInterface(contract, from: $0) } }
    }

    /// `Error(Contract, #10) of the contract of XLM: a balance is too low, or would become more than it can be`.
    package var message: Wording {
        let words = error.words.map { "; in the network's words: \($0)" } ?? ""
        return "\(error.error.text)\(place)\(meaning.map { ": \($0)" } ?? "")\(words)"
    }

    /// What to do about it; nil where that is not known.
    package var advice: Wording? { explanation?.advice }

    private var explanation: ResultExplanation? {
        guard case .contract(let number) = error.error else { return HostErrorText.host(error.error) }
        return interface?.isStellarAsset == true ? HostErrorText.assetContract(number) : nil
    }

    private var meaning: String? {
        if let explanation { return explanation.meaning }
        guard case .contract(let number) = error.error, let interface, !interface.isStellarAsset else { return nil }
        let names = interface.spec.errorNames(number)
        guard !names.isEmpty else { return "its interface has no name for it" }
        return "its interface calls it \(names.map { ForeignName($0).text }.joined(separator: " or "))"
    }

    private var place: String {
        guard case .contract = error.error, let contract = error.contract else { return "" }
        if let client, let asset = interface?.asset(on: client.network) { return " of the contract of \(asset.plain)" }
        return " of the contract \(StrKey.contract(contract).text)"
    }
}

extension Simulation.Failed {
    /// Why the call fails; nil where the server does not say in which contract and how.
    package func fault(by client: RPCClient) -> CallFault? {
        CallError(events.compactMap(\.value)).map { CallFault($0, by: client) }
    }
}
