// SPDX-License-Identifier: Apache-2.0

/// The instructions that a call is charged for: a fixed number for each function, since the practice network runs no Wasm and
/// meters nothing. The numbers are of the size that such calls have on the real network.
enum Instructions {
    /// Checking one Ed25519 signature.
    static let signature = 400_000
    /// Decoding a call and its authorization.
    static let base = 100_000

    static func cost(of function: String, in code: NativeCode) -> Int {
        switch code {
        case .asset: assets[function] ?? 100_000
        case .contract(.counter): 800_000
        case .contract(.vault): 1_200_000
        case .contract(.simpleAccount), .contract(.multisigAccount), .contract(.smartAccount),
            .contract(.boundAccount):
            600_000
        case .contract(.webAuth): 900_000
        }
    }

    private static let assets = [
        "transfer": 250_000, "transfer_from": 330_000, "approve": 230_000, "burn": 200_000, "burn_from": 280_000,
        "mint": 220_000, "clawback": 220_000, "set_authorized": 200_000, "set_admin": 180_000, "trust": 200_000,
    ]
}
