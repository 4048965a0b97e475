// SPDX-License-Identifier: Apache-2.0

package import Building
package import Codec
package import Handoff
package import Terminal

extension OutputOptions {
    /// Writes a recorded request, or with `asDocument` a JSON document of the outcome to standard output.
    ///
    /// - Parameter member: the document's member with the text, if that goes to standard output too.
    /// - Returns: the file's path; nil for standard output.
    package func deliver(
        _ text: String, of built: BuiltRequest, as name: HandoffName, member: String, asDocument: Bool
    ) throws(Failure) -> String? {
        try deliver(asDocument && isStandard ? Console.text(of: built.document((member, text))) : text, as: name)
    }
}
