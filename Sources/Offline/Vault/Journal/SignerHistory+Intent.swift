// SPDX-License-Identifier: Apache-2.0

import Stellar

extension SignerHistory {
    /// The earlier signatures that a review of this intent must show.
    struct Concern: Hashable {
        let signed: Timestamp?
        let conflict: EarlierSigning?
    }

    func concerning(_ intent: SigningIntent) -> Concern {
        guard intent.kind == .transaction, let source = intent.source, let network = intent.network,
            let sequence = intent.sequence
        else { return Concern(signed: signed(intent.hash), conflict: nil) }
        return Concern(
            signed: signed(intent.hash),
            conflict: conflict(with: intent.hash, source: source, sequence: sequence, on: network))
    }
}
