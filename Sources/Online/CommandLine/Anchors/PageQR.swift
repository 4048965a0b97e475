// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import Handoff
import Terminal

/// A page's address as a QR code on the terminal, for a telephone.
package enum PageQR {
    /// Draws the code, if standard error is a terminal; a remark says so when it is too small.
    package static func draw(_ page: HTTPURL) {
        guard Console.errorIsTerminal, let code = try? QRCode(page.text), let size = Console.size else { return }
        let drawing = TerminalQR(code, colours: Console.hasColours)
        guard drawing.columns <= size.columns, drawing.rows < size.rows else {
            return Console.say(
                "its QR code needs a terminal of \(drawing.columns) columns and \(drawing.rows + 1) rows; this one has \(size.columns) and \(size.rows)"
            )
        }
        Console.tell(Wording(drawing.lines.joined(separator: "\n")))
    }
}
