// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Building
package import Faults
package import Handoff
package import Shell

extension OutputOptions {
    /// Records a request in the journal, then writes it, or with `asDocument` a JSON document of the outcome to standard output.
    ///
    /// - Parameter member: the document's member with the text, if that goes to standard output too.
    /// - Returns: the file's path; nil for standard output. Nil instead of either if the sequence number was taken in the
    ///   meantime: nothing was recorded or written.
    package func handOver(
        _ text: String, of built: BuiltRequest, as name: HandoffName, member: String, asDocument: Bool,
        in context: OnlineContext
    ) throws(Failure) -> String?? {
        let written = try built.record(in: context) { () throws(Failure) in
            try deliver(
                asDocument && isStandard ? Console.text(of: built.document((member, text))) : text, as: name)
        }
        if asDocument, let path = written ?? nil { try Console.put(document: built.document(("file", path))) }
        return written
    }
}
