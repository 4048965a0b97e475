// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import SafeFiles

extension CustomerServer.File {
    /// The largest file, in bytes.
    private static let limit = 10 << 20

    /// Reads a file of this machine, for a field.
    ///
    /// - Throws: `.noInput` when it does not exist, `.badInput` when it cannot be read or is longer than 10 MiB.
    package init(field: String, path: String) throws(Failure) {
        let shown: Wording = "\(field: .file) \(TerminalText.escape(field))"
        let content: [UInt8]
        do { content = try SafeFiles.read(path, limit: Self.limit) } catch {
            if case .notFound = error { throw Failure(.noInput, "\(shown): \(error.message)") }
            throw Failure(.badInput, "\(shown): \(error.message)")
        }
        self.init(field: field, name: SafeFiles.lastName(path), content: content)
    }

    /// - Throws: `.badInput` for one that is longer than 10 MiB.
    package init(field: String, name: String, checking content: [UInt8]) throws(Failure) {
        guard content.count <= Self.limit else {
            throw Failure(.badInput, "\(TerminalText.escape(field)): the file is longer than 10 MiB")
        }
        self.init(field: field, name: name, content: content)
    }

    private init(field: String, name: String, content: [UInt8]) {
        self.init(field: field, name: name, type: CustomerField.mediaType(of: content), content: content)
    }
}
