// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Terminal

extension Console {
    /// Writes a result to standard output: as a document for programs, or as text for people.
    package static func put(_ result: some Presentable, asDocument: Bool) throws(Failure) {
        guard asDocument else { return try put(result.text) }
        try put(document: result.document)
    }
}
