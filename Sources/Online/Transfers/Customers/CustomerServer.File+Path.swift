// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
import SafeFiles
import TextCodec

extension CustomerServer.File {
    /// The largest file, in bytes.
    private static let limit = 10 << 20

    /// Reads a file of this machine, for a field.
    ///
    /// - Throws: `.noInput` when it does not exist, `.badInput` when it cannot be read or is longer than 10 MiB.
    package init(field: String, path: String) throws(Failure) {
        let shown = TerminalText.escape(field)
        let content: [UInt8]
        do { content = try SafeFiles.read(path, limit: Self.limit) } catch {
            if case .notFound = error { throw Failure(.noInput, "--file \(shown): \(error.message)") }
            throw Failure(.badInput, "--file \(shown): \(error.message)")
        }
        self.init(
            field: field, name: SafeFiles.lastName(path), type: CustomerField.mediaType(of: content), content: content)
    }
}
