// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
import Stellar
import StellarXDR

extension Preflight {
    /// The rejections about an envelope that was not hashed before.
    mutating func rejections(about envelope: TransactionEnvelope) throws(Failure) -> [ForecastRejection] {
        try rejections(about: HashedTransaction(envelope, on: view.network))
    }
}

extension SignatureReport {
    /// The report on an envelope that was not hashed before.
    init<Source: LedgerSource>(
        _ envelope: TransactionEnvelope, on network: Network, in view: inout Source
    ) throws(Source.Failure) {
        try self.init(HashedTransaction(envelope, on: network), in: &view)
    }
}
