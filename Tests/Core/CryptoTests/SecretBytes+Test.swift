// SPDX-License-Identifier: Apache-2.0

@testable import Crypto

// Conversions that the library omits on purpose; test data needs no protection.
extension SecretBytes {
    init(_ bytes: some Collection<UInt8>) throws(SodiumError) {
        try self.init(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }

    var exposed: [UInt8] { withBytes { Array($0) } }
}
