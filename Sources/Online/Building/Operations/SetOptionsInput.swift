// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
package import Handoff
import Stellar
package import StellarXDR
import XDR

/// Changes of an account's signers, thresholds, flags and home domain.
package struct SetOptionsInput: OperationInput {
    package var inflationDest: String?
    package var clearFlags: String?
    package var setFlags: String?
    package var masterWeight: String?
    package var lowThreshold: String?
    package var medThreshold: String?
    package var highThreshold: String?
    package var homeDomain: String?
    package var signer: String?
    package var preauthorize: TransactionInput?
    package var signerWeight: String?

    package init() {}

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let operation = SetOptionsOp(
            inflationDest: try inflationDest.map { text throws(Failure) in
                try draft.accountID(text, .inflationDest)
            },
            clearFlags: try flags(clearFlags, .clearFlags), setFlags: try flags(setFlags, .setFlags),
            masterWeight: try weight(masterWeight, .masterWeight),
            lowThreshold: try weight(lowThreshold, .lowThreshold),
            medThreshold: try weight(medThreshold, .medThreshold),
            highThreshold: try weight(highThreshold, .highThreshold), homeDomain: try domain(),
            signer: try signer(in: &draft))
        guard operation != Self.nothing else {
            throw Failure(
                .usage, "nothing to change", hint: "for the options: \(step: .build(.setOptions))")
        }
        if let both = operation.setFlags, both & (operation.clearFlags ?? 0) != 0 {
            throw Failure(.badInput, "\(field: .setFlags) and \(field: .clearFlags) both contain the same flag")
        }
        return .setOptions(operation)
    }

    private static let nothing = SetOptionsOp(
        inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
        highThreshold: nil, homeDomain: nil, signer: nil)

    private func flags(_ text: String?, _ field: FieldID) throws(Failure) -> UInt32? {
        try text.map { text throws(Failure) in try FlagNames.account.bits(of: text, field) }
    }

    private func weight(_ text: String?, _ field: FieldID) throws(Failure) -> UInt32? {
        try text.map { text throws(Failure) in UInt32(try Arguments.number(text, field, as: UInt8.self)) }
    }

    private func domain() throws(Failure) -> String32? {
        guard let homeDomain else { return nil }
        let bytes = Array(homeDomain.utf8)
        guard bytes.allSatisfy({ (0x20..<0x7f).contains($0) }), let domain = String32(bytes) else {
            throw Failure(.badInput, .homeDomain, "a home domain has at most 32 printable ASCII characters")
        }
        return domain
    }

    private func signer(in draft: inout Draft) throws(Failure) -> Signer? {
        let key: SignerKey
        switch (signer, preauthorize) {
        case (nil, nil):
            guard signerWeight == nil else { throw Self.incomplete }
            return nil
        case (let text?, nil): key = try draft.signer(text, .signer)
        case (nil, let input?): key = try draft.preauthorization(input, .preauthorize)
        default:
            throw Failure(.usage, "one operation changes one signer: use \(field: .signer) or \(field: .preauthorize)")
        }
        guard key != .ed25519(draft.actor.key) else {
            throw Failure(
                .badInput, .signer, "this is the account's own key",
                hint: "use \(field: .masterWeight) to set its weight")
        }
        guard let signerWeight else { throw Self.incomplete }
        let weight = UInt32(try Arguments.number(signerWeight, .signerWeight, as: UInt8.self))
        if case .preAuthTx = key, preauthorize == nil, weight > 0 {
            draft.notices.append(
                .warning(
                    .preauthorizedNotIncluded,
                    "the transaction that \(key.address) authorizes is not in the request, and the signer refuses that: give it with \(field: .preauthorize), or to the signer with \(field: .envelope)"
                ))
        }
        return Signer(key: key, weight: weight)
    }

    private static let incomplete = Failure(
        .usage, "\(field: .signerWeight) needs \(field: .signer) or \(field: .preauthorize), and they need it")
}
