// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR
package import Submitting
import Terminal
import Workspace

extension AccountOverview {
    /// The account for people, with its pending transactions in the order of `status`.
    package func text(pending: [StatusEntry]) -> [TextPart] {
        let address = Wording(account.address)
        let head = name.map { TextPart.facts([TextFact(Wording($0), address)]) } ?? .line(address)
        guard record != nil else {
            return [head, .line("  does not exist on this network")] + Self.text(of: pending)
        }
        return [head, .facts(balanceTexts.map { TextFact("balance", Wording($0)) }, indent: 2)]
            + [.table(paymentLines.map { ["  payment"] + $0.cells }, strong: [3])] + Self.text(of: pending)
    }

    private static func text(of pending: [StatusEntry]) -> [TextPart] {
        pending.map { entry in
            var item = entry.item(isWhole: false)
            item.lead = "  pending  "
            return .item(item)
        }
    }
}

extension NetworkOverview: Presentable {
    package var document: JSON { document { $0.document() } }

    package var text: [TextPart] {
        Array(accounts.map { $0.overview.text(pending: $0.pending) }.joined(separator: [.line("")]))
    }
}

/// How many entries of a list are shown: the option `--limit`.
package struct ListLimit {
    package let count: Int

    /// - Throws: `.badInput` for a text that is not a number, `.usage` for a number that is out of range.
    package init(text: String, in range: ClosedRange<Int>) throws(Failure) {
        count = try FieldID.limit.value(of: text)
        guard range.contains(count) else {
            throw Failure(.usage, .limit, "from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
