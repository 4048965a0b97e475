// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
package import StellarXDR

extension Claims {
    /// What a device request claims.
    init(_ asked: DeviceRequest) {
        self.init()
        note = asked.origin
        keyPath = asked.path.text
        keyFingerprint = asked.fingerprint.map { fingerprint in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: fingerprint >> UInt32($0)) }
        }
        keyAccount = asked.account
    }

    /// What a request document claims.
    init(_ request: SigningRequest) {
        self.init()
        kind =
            switch request.kind {
            case .transaction: .transaction
            case .challenge: .challenge
            case .message: .message
            case .authorization: .authorization
            }
        note = request.note
        signers = request.signers.map { MuxedAccount($0) }
        take(hints: .object(request.hints))
        switch request.content {
        case .challenge(_, let challenge): self.challenge = challenge
        case .authorization(let asked):
            (ledger, ledgerClosed) = (asked.claimedLedger, asked.claimedCloseTime)
            challenge = asked.challenge
        case .transaction, .message: break
        }
    }

    /// What a request for another chain claims; who asks and what for is part of the message.
    init(_ request: ChainRequest) {
        self.init()
        kind = .message
        self.request = request.id.text
    }
}

extension TransactionEnvelope {
    /// The accounts that have to sign, the payer first.
    package var accountsToSign: [AccountID] {
        [feeSource.account] + innermost.requiredThresholds.map(\.account)
    }
}

extension ReviewInput {
    /// The accounts that have to sign, according to the transaction.
    package var accountsToSign: [AccountID] {
        guard case .envelope(let envelope, _) = subject else { return [] }
        return envelope.accountsToSign
    }
}
