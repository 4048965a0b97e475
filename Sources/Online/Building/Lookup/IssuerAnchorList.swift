// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import LedgerAPI
import Stellar
package import StellarXDR

/// Which of the assets that an account holds have an anchor, and what it offers.
package struct IssuerAnchorList: Presentable, Sendable {
    private let account: AccountID
    package let anchors: [IssuerAnchor]

    /// - Parameters:
    ///   - style: of what is said of a file that cannot be read.
    ///   - transport: called once the account is known to exist.
    /// - Throws: `.badInput` for an account that does not exist.
    package init(
        of account: AccountID, in view: inout LedgerView, allowsLoopback: Bool, style: some WordingStyle,
        by transport: () throws(Failure) -> any HTTPTransport
    ) throws(Failure) {
        self.account = account
        let record = try view.existing(account)
        anchors = try IssuerAnchor.all(
            of: record, in: &view, by: try transport(), allowsLoopback: allowsLoopback, in: style)
    }

    package var document: JSON {
        ["account": .string(account.address), "anchors": .array(anchors.map(\.json))]
    }

    package var text: [TextPart] {
        [
            .table(
                anchors.map(\.cells), under: IssuerAnchor.header,
                ifEmpty: "no issuer of what it holds names a home domain")
        ]
    }
}
