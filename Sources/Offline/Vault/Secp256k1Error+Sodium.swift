// SPDX-License-Identifier: Apache-2.0

#if EIP155
    import Secp256k1Kit
    import Crypto

    extension Secp256k1Error {
        /// The error of libsodium that says the same, so that keys of all chains fail alike.
        var sodium: SodiumError {
            switch self {
            case .sodium(let error): error
            case .wrongLength(let found, let expected): .wrongLength(found: found, expected: expected)
            case .outOfMemory: .outOfMemory(bytes: 4096)
            case .invalidKey, .faultySignature: .cannotOpen
            }
        }
    }
#endif
