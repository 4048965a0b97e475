// SPDX-License-Identifier: Apache-2.0

package import AccountWatch
package import Faults
import Submitter
package import TextCodec

extension NetworkOverview: Presentable {
    package var document: JSON { document { $0.document() } }

    package var text: [TextPart] {
        Array(accounts.map { $0.overview.text(pending: $0.pending) }.joined(separator: [.line("")]))
    }
}
