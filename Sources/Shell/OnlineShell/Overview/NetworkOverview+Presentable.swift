// SPDX-License-Identifier: Apache-2.0

package import AccountWatch
package import AddressBook
import Submitter
package import TextCodec

extension NetworkOverview: Presentable {
    package var document: JSON { document { $0.document() } }

    package var text: [TextPart] {
        accounts.map { $0.overview.lines(pending: $0.pending) }.joined(separator: [""]).map { .line($0) }
    }
}
