// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
package import Journal
package import RPC
package import Stellar
package import StellarXDR
import TextCodec
import XDR

/// Whether contracts still run the code against which a transaction's request was built.
///
/// A contract can be upgraded between the review and the submission: its functions then do something else under the same names.
package struct ContractCodeCheck {
    private let client: RPCClient
    private let journal: OnlineJournal
    private var codes: [ContractID: Hash?] = [:]

    package init(by client: RPCClient, _ journal: OnlineJournal) {
        self.client = client
        self.journal = journal
    }

    /// - Throws: `.refused` for a contract that runs other code than its request says.
    package mutating func check(_ envelope: TransactionEnvelope, on network: Network) throws(Failure) {
        guard envelope.innermost.operations.contains(where: { $0.type == .invokeHostFunction }) else { return }
        for hash in envelope.hashes(on: network) {
            guard let request = try journal.request(hash: hash) else { continue }
            for (contract, expected) in Self.expected(request.hints["contracts"]) {
                guard let code = try code(of: contract), code != expected else { continue }
                throw Failure(
                    .refused,
                    "the contract \(StrKey.contract(contract).text) runs other code than when this was built: "
                        + "\(Hex.encode(code.bytes)) instead of \(Hex.encode(expected.bytes))",
                    hint:
                        "it was upgraded: look at it with coldstar-build lookup contract, then build the request again")
            }
        }
    }

    private mutating func code(of contract: ContractID) throws(Failure) -> Hash? {
        if let known = codes[contract] { return known }
        do {
            let instance = try client.contractInstance(contract)
            let code = try instance.flatMap { try client.codeHash(of: $0.executable) }
            codes[contract] = .some(code)
            return code
        } catch { throw Failure(any: error) }
    }

    private static func expected(_ hint: JSON?) -> [(ContractID, Hash)] {
        (hint?.asArray ?? []).compactMap { element in
            guard let address = element["id"]?.asString, case .contract(let id)? = try? StrKey(address),
                let text = element["wasm_hash"]?.asString, let bytes = try? Hex.decode(text), let hash = Hash(bytes)
            else { return nil }
            return (id, hash)
        }
    }
}
