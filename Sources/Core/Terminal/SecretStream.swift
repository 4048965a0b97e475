// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles

/// Secret text of several lines from a descriptor, such as standard input, read only into guarded memory.
package enum SecretStream {
    /// Everything that can be read.
    ///
    /// - Parameter name: of the descriptor, for errors.
    /// - Throws: `.badInput` if it cannot be read or is larger than a secret file may be, `.refused` without locked
    ///   memory.
    package static func read(_ descriptor: Int32, name: String) throws(Failure) -> SecretBytes {
        var memory: SecretBytes
        do { memory = try SecretBytes(count: SecretFile.limit + 1) } catch { throw noMemory(name) }
        var count = 0
        while true {
            let read = memory.withMutableBytes { memory in
                SafeFiles.readBytes(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: memory[count...]).baseAddress,
                    memory.count - count)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw Failure(.badInput, "\(name) cannot be read") }
            if read == 0 { break }
            count += read
            guard count <= SecretFile.limit else {
                throw Failure(.badInput, "\(name) has more than \(SecretFile.limit) bytes")
            }
        }
        do { return try memory.prefix(count) } catch { throw noMemory(name) }
    }

    private static func noMemory(_ name: String) -> Failure {
        Failure(.refused, "no locked memory for \(name)", hint: "raise the limit of locked memory: ulimit -l")
    }
}
