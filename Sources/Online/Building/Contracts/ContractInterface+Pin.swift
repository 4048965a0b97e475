// SPDX-License-Identifier: Apache-2.0

import Contracts
package import Faults
package import Review
import Stellar
import TextCodec
import XDR

extension ContractInterface {
    /// Compares the contract with the signer's pin of it.
    ///
    /// - Throws: `.refused` if the contract runs other code, or has another interface, than was pinned.
    package func check(_ pin: ContractPin?) throws(Failure) {
        guard let pin else { return }
        let shown = "\(ForeignName(pin.label).text) (\(StrKey.contract(contract).text))"
        if let wanted = pin.wasmHash, wanted != codeHash {
            throw Self.changed(
                shown, "code", codeHash.map { Hex.encode($0.bytes) } ?? "none", Hex.encode(wanted.bytes))
        }
        if let wanted = pin.specHash, !isStellarAsset, wanted != spec.hash {
            throw Self.changed(shown, "interface", Hex.encode(spec.hash.bytes), Hex.encode(wanted.bytes))
        }
    }

    private static func changed(_ contract: String, _ what: String, _ found: String, _ wanted: String) -> Failure {
        Failure(
            .refused, "the \(what) of \(contract) has the hash \(found), but \(wanted) is pinned",
            hint: """
                the contract was upgraded, or the server lies: look at it (\(step: .build(.lookUpContract))), and pin it again in the \
                signer's book
                """)
    }
}
