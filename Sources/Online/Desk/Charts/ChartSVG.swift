// SPDX-License-Identifier: Apache-2.0

/// Pieces of an SVG picture.
enum ChartSVG {
    /// A coordinate with one decimal at most.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let text = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
        return tenths % 10 == 0 ? text : "\(text).\(tenths.magnitude % 10)"
    }

    /// Text without the characters that XML does not allow.
    private static func plain(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": out.append(" ")
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}"..."\u{ffff}": out.append("\u{fffd}")
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    static func text(_ text: String, x: Double, y: Double, anchor: String = "start", class name: String = "") -> HTML {
        tag(
            .text, name.isEmpty ? nil : .class(name), .size(.x, number(x)), .size(.y, number(y)),
            .size(.anchor, anchor)
        ) { plain(text) }
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) -> HTML {
        path("M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))", class: name)
    }

    static func path(_ steps: String, class name: String) -> HTML { tag(.path, .class(name), .size(.d, steps)) }

    static func dot(x: Double, y: Double) -> HTML {
        tag(.circle, .class("dot"), .size(.cx, number(x)), .size(.cy, number(y)), .size(.r, "2.6"))
    }

    static func rectangle(x: Double, y: Double, width: Double, height: Double, class name: String) -> HTML {
        tag(
            .rect, .class(name), .size(.x, number(x)), .size(.y, number(y)), .size(.width, number(width)),
            .size(.height, number(height)))
    }

    /// A picture, with what a screen reader says instead of it.
    ///
    /// - Parameter id: unique on the page; letters, digits and hyphens.
    static func picture(
        id: String, width: Double, height: Double, title: String, description: String,
        @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        let content = content()
        return tag(
            .svg, .svg, .size(.viewBox, "0 0 \(number(width)) \(number(height))"), .role("img"),
            .aria("labelledby", "\(id)-title \(id)-desc")
        ) {
            tag(.title, .id("\(id)-title")) { plain(title) }
            tag(.desc, .id("\(id)-desc")) { plain(description) }
            content
        }
    }
}
