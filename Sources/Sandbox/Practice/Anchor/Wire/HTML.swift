// SPDX-License-Identifier: Apache-2.0

import Codec

/// The HTML of the interactive flow's pages.
enum HTML {
    /// Escapes a text for use in element content and quoted attributes.
    static func escape(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// - Parameter body: HTML, with all texts already escaped.
    static func page(_ title: String, _ body: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(escape(title))</title></head>
        <body>
        <h1>\(escape(title))</h1>
        <p>This is a practice anchor: nothing here is worth anything. Give no real data.</p>
        \(body)
        </body>
        </html>

        """
    }

    /// A form that posts to its own URL; `action` labels the button.
    static func form(_ inputs: [(name: String, label: String, value: String)], action: String) -> String {
        let lines = inputs.map { input in
            let name = escape(input.name)
            return """
                <p><label>\(escape(input.label))
                <input name="\(name)" value="\(escape(input.value))" maxlength="200" required></label></p>
                """
        }
        return """
            <form method="post">
            \(lines.joined(separator: "\n"))
            <p><button>\(escape(action))</button></p>
            </form>
            """
    }

    /// Posts a message to the window that opened the page, whose origin is not known (SEP-24 §Adding parameters to the
    /// URL).
    ///
    /// The script is always the same, so that the page's policy names it by its hash.
    static func posting(_ message: JSON) -> String {
        "<p id=\"message\" hidden>\(escape(message.text()))</p><script>\(postingScript)</script>"
    }

    static let postingScript =
        "(window.opener||window.parent).postMessage(document.getElementById('message').textContent,'*')"

    static func paragraph(_ text: String) -> String { "<p>\(escape(text))</p>" }
}
