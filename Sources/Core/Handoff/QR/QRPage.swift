// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto

/// A loop of QR codes as one self-contained HTML page: it loads no script, style or picture, and its policy forbids it
/// to.
///
/// The page contains the modules of the codes, one bit each, row by row, in base64; its script only paints them.
package enum QRPage {
    /// - Parameter interval: milliseconds between two codes.
    package static func html(_ loop: QRLoop, title: String, interval: Int = TerminalShow.usualInterval)
        throws(QRError) -> String
    {
        let data = try document(loop, interval: interval)
        let program = "const show = \(data.text());\n" + script
        let policy = "default-src 'none'; script-src '\(digest(program))'; style-src '\(digest(style))'"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width">
            <title>\(escaped(title))</title>
            <style>\(style)</style>
            </head>
            <body>
            <canvas id="code"></canvas>
            <p id="state"></p>
            <p>
            <button id="slower">slower</button>
            <button id="pause">pause</button>
            <button id="faster">faster</button>
            </p>
            <p>\(escaped(title))</p>
            <noscript>The codes are painted by a script in this page; it fetches nothing.</noscript>
            <script>\(program)</script>
            </body>
            </html>

            """
    }

    /// The loop as data for a script that paints it: each code as its modules, one bit each, row by row, in base64.
    ///
    /// - Parameter interval: milliseconds between two codes.
    package static func document(_ loop: QRLoop, interval: Int) throws(QRError) -> JSON {
        var codes: [JSON] = []
        for place in 0..<loop.count { codes.append(.string(Base64.encode(bits(try loop.code(at: place))))) }
        return [
            "size": .integer(17 + 4 * loop.version), "quiet": .integer(QRCode.quietZone),
            "enough": .integer(loop.plainCount),
            "interval": .integer(interval), "intervals": .array(TerminalShow.intervals.map { .integer($0) }),
            "codes": .array(codes),
        ]
    }

    private static func bits(_ code: QRCode) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (code.size * code.size + 7) / 8)
        for row in 0..<code.size {
            for column in 0..<code.size where code[row, column] {
                let place = row * code.size + column
                bytes[place / 8] |= 0x80 >> UInt8(place % 8)
            }
        }
        return bytes
    }

    private static func digest(_ text: String) -> String { "sha256-" + Base64.encode(SHA256.hash(Array(text.utf8))) }

    /// Text for an HTML page, in an element or in a quoted attribute.
    package static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// The policy of a page that loads nothing and has one style and no script.
    package static func policy(ofStyle style: String) -> String {
        "default-src 'none'; style-src '\(digest(style))'"
    }

    private static let style = """

        body { margin: 0; background: #ffffff; color: #000000; font-family: sans-serif; text-align: center; }
        canvas { width: min(96vw, 80vh); image-rendering: pixelated; image-rendering: crisp-edges; }
        p { margin: 0.5em; }

        """

    private static let script = """
        const side = show.size + 2 * show.quiet;
        const codes = show.codes.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
        const canvas = document.getElementById("code");
        const state = document.getElementById("state");
        const scale = 8;
        canvas.width = canvas.height = side * scale;
        let place = 0;
        let interval = show.interval;
        let paused = false;
        let timer = 0;
        function paint() {
          const pen = canvas.getContext("2d");
          pen.fillStyle = "#ffffff";
          pen.fillRect(0, 0, canvas.width, canvas.height);
          pen.fillStyle = "#000000";
          const bits = codes[place];
          for (let at = 0; at < show.size * show.size; at += 1) {
            if (bits[at >> 3] & (0x80 >> (at & 7))) {
              const row = Math.floor(at / show.size), column = at % show.size;
              pen.fillRect((column + show.quiet) * scale, (row + show.quiet) * scale, scale, scale);
            }
          }
          const enough = codes.length > show.enough ? " (" + show.enough + " are enough)" : "";
          state.textContent = codes.length === 1 ? "" :
            (place + 1) + " of " + codes.length + enough + ", " + (paused ? "paused" : interval + " ms");
        }
        function next() {
          if (!paused) { place = (place + 1) % codes.length; }
          paint();
          timer = setTimeout(next, interval);
        }
        function change(to) {
          if (to !== undefined) { interval = to; }
          clearTimeout(timer);
          timer = setTimeout(next, interval);
          paint();
        }
        function faster() { change(show.intervals.filter((other) => other < interval).pop()); }
        function slower() { change(show.intervals.find((other) => other > interval)); }
        function pause() { paused = !paused; paint(); }
        document.getElementById("faster").addEventListener("click", faster);
        document.getElementById("slower").addEventListener("click", slower);
        document.getElementById("pause").addEventListener("click", pause);
        document.addEventListener("keydown", (event) => {
          if (event.key === "+") { faster(); } else if (event.key === "-") { slower(); }
        });
        paint();
        if (codes.length > 1) { timer = setTimeout(next, interval); }

        """
}

/// A QR code as an SVG picture: one path of dark runs on a light square, including the quiet zone.
///
/// - Source: SVG 1.1 §8.3 for the path's letters.
package enum SVG {
    /// - Parameter scale: units of the picture's size per side of a module.
    package static func encode(_ code: QRCode, scale: Int = 8) -> String {
        precondition(scale > 0, "a module has a size")
        let side = code.size + 2 * QRCode.quietZone
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(side * scale)" height="\(side * scale)" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
            <rect width="\(side)" height="\(side)" fill="#ffffff"/>
            <path fill="#000000" d="\((0..<code.size).map { runs(code, $0) }.joined())"/>
            </svg>

            """
    }

    /// A picture for an HTML page, whose style sets its size.
    package static func inline(_ code: QRCode) -> String {
        let side = code.size + 2 * QRCode.quietZone
        return """
            <svg viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges" role="img" aria-label="QR code">\
            <rect width="\(side)" height="\(side)" fill="#ffffff"/>\
            <path fill="#000000" d="\((0..<code.size).map { runs(code, $0) }.joined())"/></svg>
            """
    }

    /// A loop as one picture that shows its codes one after the other, for ever, without a script.
    ///
    /// - Parameters:
    ///   - interval: milliseconds between two codes.
    ///   - most: the maximum number of codes; of a longer loop only the first is shown.
    /// - Source: CSS Animations Level 1.
    package static func animated(_ loop: QRLoop, interval: Int, most: Int) throws(QRError) -> String {
        guard loop.count > 1, loop.count <= most else { return encode(try loop.code(at: 0)) }
        let side = loop.width
        var groups = ""
        for place in 0..<loop.count {
            let code = try loop.code(at: place)
            groups += "<path style=\"animation-delay:\(place * interval)ms\" d=\""
            for row in 0..<code.size { groups += runs(code, row) }
            groups += "\"/>\n"
        }
        // Each code is visible for its part of the round.
        let share = 100_000 / loop.count
        let percent = "\(share / 1000).\(String(String(1000 + share % 1000).dropFirst()))"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(side * 8)" height="\(side * 8)" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges">
            <style>path{fill:#000;visibility:hidden;animation:show \(loop.count * interval)ms steps(1,end) infinite}
            @keyframes show{0%{visibility:visible}\(percent)%{visibility:hidden}100%{visibility:hidden}}</style>
            <rect width="\(side)" height="\(side)" fill="#ffffff"/>
            \(groups)</svg>

            """
    }

    /// The dark runs of a row, one rectangle each.
    private static func runs(_ code: QRCode, _ row: Int) -> String {
        var text = ""
        var column = 0
        while column < code.size {
            guard code[row, column] else {
                column += 1
                continue
            }
            let start = column
            while code[row, column] { column += 1 }
            text += "M\(start + QRCode.quietZone) \(row + QRCode.quietZone)h\(column - start)v1h-\(column - start)z"
        }
        return text
    }
}
