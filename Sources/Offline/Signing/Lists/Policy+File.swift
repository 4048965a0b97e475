// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Review
import TextCodec

extension Policy {
    /// The maximum size of a policy's file, in bytes.
    package static let fileLimit = 1 << 20

    /// Reads a policy that is to be put in force.
    ///
    /// - Parameter origin: where the bytes came from, escaped.
    /// - Throws: `.badInput`.
    package init(file bytes: [UInt8], origin: String) throws(Failure) {
        do throws(JSONError) { try self.init(try JSON(parsing: bytes)) } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
    }
}
