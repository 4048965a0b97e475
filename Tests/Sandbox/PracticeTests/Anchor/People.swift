// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TestSupport

extension TestKey {
    func sign(_ envelope: TransactionEnvelope) throws -> TransactionEnvelope {
        try envelope.adding(sign(envelope.hash(on: .testnet)))
    }
}

let alice = TestKey("anchor test alice")
let bob = TestKey("anchor test bob")
let carol = TestKey("anchor test carol")

/// The anchor's keys, which are public.
let loginKey = TestKey("coldstar-sandbox anchor login")
let issuerKey = TestKey("coldstar-sandbox anchor issuer")
let distributionKey = TestKey("coldstar-sandbox anchor distribution")

let srt: Asset = .creditAlphanum4(
    AlphaNum4(assetCode: AssetCode4(Array("SRT".utf8) + [0]) ?? AssetCode4(), issuer: issuerKey.id))
let srtName = "stellar:SRT:\(issuerKey.address)"
