// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The web page of a transfer: a form if input is needed, otherwise the status.
struct TransferPage {
    let transfer: Transfer
    /// The transfer as the wallet's page gets it; nil if it did not ask for that.
    var posted: JSON?

    private var title: String { transfer.isDeposit ? "Practice deposit" : "Practice withdrawal" }

    /// The inputs of the first form.
    static func inputs(_ transfer: Transfer) -> [(name: String, label: String, value: String)] {
        let unit = transfer.isExchange && transfer.isDeposit ? "USD" : transfer.asset.code
        var inputs: [(name: String, label: String, value: String)] = []
        if transfer.quote == nil {
            inputs.append(("amount", "Amount, in \(unit)", transfer.terms?.amountIn.text ?? ""))
        }
        inputs.append(("name", "Name", ""))
        if !transfer.isDeposit {
            inputs.append(("dest", "Account at the practice bank", transfer.destination ?? ""))
        }
        return inputs
    }

    func html(error: String?) -> String {
        let complaint = error.map { HTML.paragraph("This did not do: \($0)") } ?? ""
        switch transfer.status {
        case .incomplete: return HTML.page(title, complaint + HTML.form(Self.inputs(transfer), action: "Go on"))
        case .pendingUser:
            let inputs = [(name: "answer", label: "What the anchor wants to know; any text will do", value: "")]
            return HTML.page(title, complaint + HTML.form(inputs, action: "Answer"))
        default: return HTML.page(title, complaint + state + (posted.map(HTML.posting) ?? ""))
        }
    }

    private var state: String {
        var lines = ["Status: \(transfer.status.rawValue)"]
        if let message = transfer.message { lines.append(message) }
        if let terms = transfer.terms {
            lines.append("In: \(terms.amountIn.text). Fee: \(terms.fee.total.text). Out: \(terms.amountOut.text).")
        }
        lines.append("You may close this page.")
        return lines.map(HTML.paragraph).joined(separator: "\n")
    }
}
