// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
package import Shell
import TextCodec

extension Console {
    /// Writes a result to standard output: as a document for programs, or as text for people.
    package static func put(_ result: some Presentable, asDocument: Bool) throws(Failure) {
        guard asDocument else {
            return try put(line: result.text.flatMap(TextTable.lines).joined(separator: "\n"))
        }
        try put(document: result.document)
    }
}

extension TextTable {
    /// The lines of a part of a text.
    package static func lines(_ part: TextPart) -> [String] {
        switch part {
        case .line(let line): [line]
        case .table(let rows, let rightAligned): lines(rows, rightAligned: rightAligned)
        }
    }
}
