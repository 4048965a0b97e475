// SPDX-License-Identifier: Apache-2.0

@testable import SodiumKit

// What the library itself leaves out on purpose; test secrets are none.
extension SecretBytes {
    init(_ bytes: some Collection<UInt8>) throws(SodiumError) {
        try self.init(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }

    var exposed: [UInt8] { withBytes { Array($0) } }
}
