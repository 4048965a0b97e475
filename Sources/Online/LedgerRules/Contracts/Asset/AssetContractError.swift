// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The errors of the built-in contracts, by their numbers in `Error(Contract, #10)`.
///
/// - Source: CAP-46-06 §Errors, CAP-73; rs-soroban-env contract_error.rs.
package enum AssetContractError: UInt32, Hashable, Sendable, CaseIterable {
    case `internal` = 1
    case operationNotSupported = 2
    case alreadyInitialized = 3
    case unauthorized = 4
    case authentication = 5
    case accountMissing = 6
    case accountIsNotClassic = 7
    case negativeAmount = 8
    case allowance = 9
    case balance = 10
    case balanceDeauthorized = 11
    case overflow = 12
    case trustlineMissing = 13
    case insufficientAccountReserve = 14
    case tooManyAccountSubentries = 15
}

extension HostError {
    init(_ error: AssetContractError, _ message: String, _ values: [SCVal] = []) {
        self.init(.contract(error.rawValue), message, values)
    }

    init(_ error: SCError, _ message: String, _ values: [SCVal]) {
        self.error = error
        self.message = message
        self.values = values
    }
}
