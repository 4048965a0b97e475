// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff

extension Sheet {
    /// The sheet as one self-contained HTML page: it loads no script, style or picture, its policy forbids it to, and
    /// it has no script of its own. Black on white, for A4 and Letter.
    ///
    /// - Throws: `.bug` if an address does not fit a QR code, which none does.
    package func html(in style: some WordingStyle) throws(Failure) -> String {
        let title = QRPage.escaped(title)
        var body = ""
        for part in parts { body += try Self.markup(part, title, style) + "\n" }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(QRPage.policy(ofStyle: Self.style))">
            <meta name="viewport" content="width=device-width">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(title)</h1>
            \(body)</body>
            </html>

            """
    }

    private static func markup(_ part: Part, _ title: String, _ style: some WordingStyle) throws(Failure) -> String {
        switch part {
        case .heading(let text): return "<h2>\(QRPage.escaped(text))</h2>"
        case .text(let wording): return "<p>\(escaped(wording, style))</p>"
        case .fact(let label, let wording):
            return "<p class=\"fact\"><b>\(QRPage.escaped(label))</b> <span>\(escaped(wording, style))</span></p>"
        case .digest(let label, let bytes):
            return
                "<p class=\"fact\"><b>\(QRPage.escaped(label))</b> <span class=\"digest\">\(Hex.encode(bytes))</span></p>"
        case .address(let name, let address, let notes):
            let lines = lines(of: address).map { QRPage.escaped($0) }.joined(separator: "<br>")
            let more = notes.map { "<p>\(escaped($0, style))</p>" }.joined()
            return
                "<div class=\"address\"><div><h3>\(QRPage.escaped(name))</h3><p class=\"whole\">\(lines)</p>\(more)</div>"
                + "\(try picture(of: address))</div>"
        case .command(let step): return "<pre>\(QRPage.escaped(style.text(of: step)))</pre>"
        case .boxes(let count):
            let boxes = (1...max(1, count)).map { "<li><b>\($0)</b></li>" }.joined()
            return "<ol\(count > mostInThreeColumns ? " class=\"many\"" : "")>\(boxes)</ol>"
        case .blanks(let labels):
            let lines = labels.map { "<li><b>\(QRPage.escaped($0))</b></li>" }.joined()
            return "<ul>\(lines)</ul>"
        case .pageBreak: return "<h1 class=\"next\">\(title)</h1>"
        }
    }

    private static func escaped(_ wording: Wording, _ style: some WordingStyle) -> String {
        QRPage.escaped(wording.text(in: style))
    }

    private static func picture(of address: String) throws(Failure) -> String {
        do { return SVG.inline(try QRCode(address, correction: .medium)) } catch {
            throw Failure(.bug, Wording(error.message))
        }
    }

    /// A share of a secret key has 33 words, and the sheet one page of paper.
    private static let mostInThreeColumns = 33

    private static let style = """

        @page { margin: 12mm 15mm; }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 4mm; max-width: 185mm; background: #ffffff; color: #000000; font: 11pt/1.35 sans-serif; }
        h1 { margin: 0 0 3mm; padding-bottom: 1.5mm; border-bottom: 0.6mm solid #000000; font-size: 17pt; line-height: 1.2; }
        h2 { margin: 3.5mm 0 1mm; font-size: 12pt; break-after: avoid; }
        h3 { margin: 0 0 1mm; font-size: 11pt; }
        p { margin: 0.8mm 0; overflow-wrap: anywhere; }
        .fact { display: flex; }
        .fact b { flex: 0 0 32mm; }
        .digest { font: 9.5pt/1.5 monospace; }
        .address { display: flex; gap: 4mm; justify-content: space-between; align-items: center; margin: 2mm 0; padding: 1mm 3mm;
          border: 0.3mm solid #000000; break-inside: avoid; }
        .address svg { flex: none; width: 30mm; height: 30mm; }
        .whole { font: 12pt/1.5 monospace; }
        pre { margin: 1.5mm 0; padding: 1.5mm 2mm; border: 0.3mm solid #000000; font: 10pt/1.3 monospace; white-space: pre-wrap;
          overflow-wrap: anywhere; break-inside: avoid; }
        ol { columns: 3; column-gap: 6mm; margin: 1mm 0; padding: 0; list-style: none; }
        .many { columns: 4; column-gap: 4mm; }
        ul { display: grid; grid-template-columns: repeat(2, 1fr); column-gap: 6mm; margin: 1mm 0; padding: 0; list-style: none; }
        li { height: 8mm; padding-top: 3.8mm; border-bottom: 0.3mm solid #000000; break-inside: avoid; line-height: 1; }
        .next { margin-top: 12mm; break-before: page; }
        @media print { body { padding: 0; } .next { margin-top: 0; } }

        """
}
