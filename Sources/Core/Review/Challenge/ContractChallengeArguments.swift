// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The argument of `web_auth_verify`, as far as it can be read.
///
/// - Source: SEP-45 §Challenge.
struct ContractChallengeArguments {
    enum Name: String, CaseIterable {
        case account
        case clientDomain = "client_domain"
        case clientDomainAccount = "client_domain_account"
        case homeDomain = "home_domain"
        case nonce
        case webAuthDomain = "web_auth_domain"
        case webAuthDomainAccount = "web_auth_domain_account"

        static let required: [Name] = [.account, .homeDomain, .nonce, .webAuthDomain, .webAuthDomainAccount]
    }

    private var values: [Name: [UInt8]] = [:]
    /// Why the arguments are not those of a login.
    private(set) var fault: ContractChallengeFault?

    init(_ arguments: [SCVal]) {
        guard arguments.count == 1, case .map(let entries?) = arguments[0] else {
            fault = .wrongArguments
            return
        }
        var last: [UInt8]?
        for entry in entries {
            guard case .symbol(let symbol) = entry.key, case .string(let value) = entry.val,
                last?.lexicographicallyPrecedes(symbol.bytes) ?? true
            else {
                fault = .wrongArguments
                return
            }
            last = symbol.bytes
            if let name = Name(rawValue: String(decoding: symbol.bytes, as: UTF8.self)) {
                values[name] = value.bytes
            } else {
                fault = .unknownArgument
            }
        }
        if fault == nil, Name.required.contains(where: { values[$0] == nil }) { fault = .missingArgument }
    }

    subscript(_ name: Name) -> [UInt8]? { values[name] }

    /// An account, `G…`; nil for another text.
    func account(_ name: Name) -> AccountID? {
        text(name).flatMap { try? AccountID(address: $0) }
    }

    /// A contract, `C…`; nil for another text.
    func contract(_ name: Name) -> ContractID? {
        guard case .contract(let id)? = text(name).flatMap({ try? StrKey($0) }) else { return nil }
        return id
    }

    private func text(_ name: Name) -> String? { values[name].flatMap { String(validating: $0, as: UTF8.self) } }
}
