// SPDX-License-Identifier: Apache-2.0

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
