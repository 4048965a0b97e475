// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// What an interface says about an account of OpenZeppelin's library: of its release, which it does not name.
///
/// - Source: OpenZeppelin stellar-contracts, packages/accounts/src/smart_account; GHSA-jpg9-m7w4-c7wc.
extension ContractSpec {
    /// Which digest the account's keys sign; nil if the interface is not that of such an account.
    package var accountDigest: AuthPayload.Digest? {
        if function(Array("auth_digest".utf8)) != nil || hasType("AuthDigestPreimage") { return .account }
        return hasType("AuthPayload") ? .rules : nil
    }

    /// Whether the release is one in which a signer of the kind Delegated counts without having signed: before 0.7.3, which added errors of
    /// its own for such signers. False where the interface does not tell.
    package var countsUnsignedDelegates: Bool {
        guard accountDigest != nil,
            types.contains(where: { type in
                if case .union(_, let cases) = type { cases[Array("Delegated".utf8)] != nil } else { false }
            })
        else { return false }
        let codes = types.reduce(into: Set<UInt32>()) { codes, type in
            if case .errors(_, let byValue) = type { codes.formUnion(byValue.keys) }
        }
        return codes.contains { (3000...3016).contains($0) } && !codes.contains(3017) && !codes.contains(3018)
    }

    /// Whether it defines a type of this name; newer interfaces name types by their paths.
    private func hasType(_ name: String) -> Bool {
        types.contains { type in
            type.name.elementsEqual(name.utf8) || type.name.reversed().starts(with: ("::" + name).utf8.reversed())
        }
    }
}
