// SPDX-License-Identifier: Apache-2.0

package import FlyingFox
import Foundation

extension HTTPRequest {
    /// The whole body; nil if it is larger than the limit. The bytes beyond are read, so that the connection stays in sync, but not
    /// stored.
    ///
    /// - Throws: if the connection ends before the body does.
    package func bytes(limit: Int) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        var isTooLarge = false
        for try await part in bodySequence {
            isTooLarge = isTooLarge || bytes.count + part.count > limit
            if !isTooLarge { bytes += part }
        }
        return isTooLarge ? nil : bytes
    }
}
