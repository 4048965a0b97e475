// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
package import TextCodec
import XDR

extension Claims {
    /// Reads the hints that rules use. Anything that is not understood is ignored: a hint can raise a finding, and
    /// its absence lowers none.
    package mutating func take(hints: JSON) {
        self.hints = hints
        for (address, claimed) in hints["accounts"]?.asObject?.members ?? [] {
            guard let account = try? AccountID(address: address) else { continue }
            if claimed["memo_required"]?.asBool == true { memoRequired.insert(account) }
            if let name = claimed["name"]?.asString { names.append((account, name)) }
        }
        pools.take(hints)
        contracts = (hints["contracts"]?.asArray ?? []).prefix(ContractInterfaces.mostMaterial).compactMap(
            Self.material)
        rates = (hints["rates"]?.asArray ?? []).prefix(Self.mostRates).compactMap(Self.rate)
        ledger = hints["ledger"]?.asInteger(UInt32.self)
        protocolVersion = hints["protocol"]?.asInteger(UInt32.self)
        withdrawalDomain = hints["withdrawal"]?["home_domain"]?.asString
    }

    /// The rates that are read: as many as a transaction has operations.
    private static let mostRates = 100

    private static func rate(_ hint: JSON) -> NamedRate? {
        guard let send = hint["send_asset"]?.asString.flatMap({ try? Asset($0) }),
            let dest = hint["dest_asset"]?.asString.flatMap({ try? Asset($0) }),
            let sent = hint["sent"]?.asString.flatMap({ try? Amount($0) }),
            let received = hint["received"]?.asString.flatMap({ try? Amount($0) })
        else { return nil }
        return NamedRate(send, sent.stroops, dest, received.stroops)
    }

    private static func material(_ hint: JSON) -> AuthorizationRequest.Material? {
        guard let address = hint["id"]?.asString, case .contract(let id)? = try? StrKey(address) else { return nil }
        if let text = hint["wasm"]?.asString, let code = try? Base64.decode(text) {
            return AuthorizationRequest.Material(id: id, content: .wasm(code))
        }
        guard let text = hint["spec"]?.asString, let section = try? Base64.decode(text) else { return nil }
        return AuthorizationRequest.Material(id: id, content: .spec(section))
    }
}

extension TransactionEnvelope {
    /// The hashes of transactions that this one pre-authorizes by adding them as signers.
    package var preauthorized: Set<Hash> {
        Set(
            innermost.operations.compactMap { operation in
                guard case .setOptions(let options) = operation.body, let signer = options.signer, signer.weight > 0,
                    case .preAuthTx(let hash) = signer.key
                else { return nil }
                return hash
            })
    }
}
