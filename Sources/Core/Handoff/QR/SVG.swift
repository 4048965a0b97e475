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
