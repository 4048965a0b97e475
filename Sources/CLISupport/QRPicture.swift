// SPDX-License-Identifier: Apache-2.0

import Handoff
package import Stellar

/// One static QR code, for the terminal or a file.
package struct QRPicture {
    private let code: QRCode
    private let hash: TransactionHash

    /// - Parameter hash: names the file that is written when the terminal is too small.
    package init(_ text: String, hash: TransactionHash) throws(Failure) {
        self.hash = hash
        do {
            code = try QRCode(text)
        } catch {
            throw Failure(.badInput, "this does not fit one QR code: \(error.message)", hint: "carry it as a file")
        }
    }

    /// Writes a PNG.
    package func write(to path: String, replacing: Bool = false) throws(Failure) {
        try OutputOptions.write(PNG.encode(code), to: path, replacing: replacing)
    }

    /// Draws the code, dark on light whatever the terminal's colours. On a terminal that is too small says the size needed and writes
    /// a PNG in the current folder.
    package func draw(standardOutput: Bool) throws(Failure) {
        let drawing = TerminalQR(code)
        if let size = Console.size, !drawing.fits(columns: size.columns, rows: size.rows) {
            let path = "coldstar-\(hash.hex.prefix(8)).png"
            try write(to: path)
            Console.say(
                "the QR code needs a terminal of \(drawing.columns) columns and \(drawing.rows + 1) rows; this one has "
                    + "\(size.columns) and \(size.rows): written to \(path)")
            return
        }
        let text = drawing.lines.joined(separator: "\n")
        if standardOutput { try Console.put(line: text) } else { Console.say(text) }
    }
}
