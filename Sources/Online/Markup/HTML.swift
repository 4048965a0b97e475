// SPDX-License-Identifier: Apache-2.0

package import HTTP

/// Markup. Text gets into it in one way only, escaped, and attributes are always quoted: no function takes markup as
/// text.
///
/// There is no element or attribute for scripts of a page; `script(_:)` loads a file of the desk. Styles are literals.
package struct HTML: Hashable, Sendable {
    /// As it is sent.
    package let markup: String

    fileprivate init(markup: String) { self.markup = markup }

    package init(_ text: String) { markup = Self.escaped(text) }

    package init(@HTMLBuilder _ content: () -> HTML) { self = content() }

    package static let none = HTML(markup: "")

    package static func document(@HTMLBuilder _ content: () -> HTML) -> HTML {
        HTML(markup: "<!doctype html>\n" + tag(.html, Attribute("lang", "en"), content: content).markup + "\n")
    }

    package static func script(_ file: Href) -> HTML {
        HTML(markup: "<script\(Attribute.type("module").markup)\(Attribute.src(file).markup)></script>")
    }

    /// The styles of a page that stands alone.
    package static func style(_ sheet: StaticString) -> HTML { HTML(markup: "<style>\(sheet)</style>") }

    /// Loads this page, or another one, after some seconds.
    package static func refresh(after seconds: Int, to page: Href? = nil) -> HTML {
        let content = page.map { "\(seconds);url=\($0.text)" } ?? "\(seconds)"
        return tag(.meta, Attribute("http-equiv", "refresh"), .content(content))
    }

    fileprivate static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The elements that pages and pictures have.
package enum Tag: String {
    case a, article, body, button, caption, data, datalist, dd, details, div, dl, dt, fieldset, figcaption, figure,
        footer, form, h1,
        h2, h3, h4
    case head, header, html, img, input, label, legend, li, link, main, meta, nav, noscript, ol, option, p, section,
        select, span
    case strong, summary, table, tbody, td, textarea, th, thead, time, title, tr, ul
    case circle, desc, path, rect, svg, text

    fileprivate var hasNoEnd: Bool {
        switch self {
        case .img, .input, .link, .meta: true
        default: false
        }
    }
}

/// An element. An attribute that is nil is left out.
package func tag(_ name: Tag, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element(name, attributes, content())
}

/// An element without content.
package func tag(_ name: Tag, _ attributes: Attribute?...) -> HTML { element(name, attributes, .none) }

/// An element with a list of attributes.
package func element(_ name: Tag, _ attributes: [Attribute?], _ content: HTML) -> HTML {
    var markup = "<\(name.rawValue)"
    for attribute in attributes { if let attribute { markup += attribute.markup } }
    markup += ">"
    if !name.hasNoEnd { markup += "\(content.markup)</\(name.rawValue)>" }
    return HTML(markup: markup)
}

/// The only form that changes something: it carries the token, without which nothing is changed.
package func postForm(_ target: Href, token: String, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML)
    -> HTML
{
    let content = content()
    return element(
        .form, [.post, .action(target)] + attributes,
        HTML {
            hidden("token", token)
            content
        })
}

package func hidden(_ name: String, _ value: String) -> HTML {
    tag(.input, .type("hidden"), .name(name), .value(value))
}

/// Puts text and elements one after the other.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ html: HTML) -> HTML { html }
    package static func buildExpression(_ html: HTML?) -> HTML { html ?? .none }
    package static func buildExpression(_ text: String) -> HTML { HTML(text) }
    package static func buildBlock(_ parts: HTML...) -> HTML { buildArray(parts) }
    package static func buildOptional(_ part: HTML?) -> HTML { part ?? .none }
    package static func buildEither(first part: HTML) -> HTML { part }
    package static func buildEither(second part: HTML) -> HTML { part }
    package static func buildArray(_ parts: [HTML]) -> HTML { HTML(markup: parts.map(\.markup).joined()) }
}

/// An attribute of an element. Its name is a literal, and an address in one is an `Href`.
package struct Attribute: Hashable, Sendable {
    fileprivate let markup: String

    fileprivate init(_ name: StaticString, _ value: String? = nil) {
        markup = " \(name)" + (value.map { "=\"\(HTML.escaped($0))\"" } ?? "")
    }

    package static func action(_ target: Href) -> Attribute { Attribute("action", target.text) }
    package static func href(_ target: Href) -> Attribute { Attribute("href", target.text) }
    package static func src(_ source: Href) -> Attribute { Attribute("src", source.text) }
    /// An address that a script of ours fetches or opens.
    package static func data(_ name: StaticString, _ target: Href) -> Attribute { data(name, target.text) }
    package static func data(_ name: StaticString, _ value: String = "") -> Attribute {
        Attribute("data-\(name)", of: value)
    }
    /// What tests find an element by.
    package static func test(_ name: String) -> Attribute { Attribute("data-test", name) }
    /// A part of a page that is replaced when something has changed.
    package static func live(_ name: String) -> Attribute { Attribute("data-live", name) }
    package static func aria(_ name: StaticString, _ value: String) -> Attribute {
        Attribute("aria-\(name)", of: value)
    }

    private init(_ name: String, of value: String) { markup = " \(name)=\"\(HTML.escaped(value))\"" }

    package static func accept(_ types: String) -> Attribute { Attribute("accept", types) }
    package static func alt(_ text: String) -> Attribute { Attribute("alt", text) }
    package static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
    package static func content(_ text: String) -> Attribute { Attribute("content", text) }
    package static func datetime(_ time: String) -> Attribute { Attribute("datetime", time) }
    package static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
    package static func id(_ id: String) -> Attribute { Attribute("id", id) }
    package static func inputMode(_ mode: String) -> Attribute { Attribute("inputmode", mode) }
    package static func list(_ id: String) -> Attribute { Attribute("list", id) }
    package static func name(_ name: String) -> Attribute { Attribute("name", name) }
    package static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }
    package static func rel(_ relation: String) -> Attribute { Attribute("rel", relation) }
    package static func role(_ role: String) -> Attribute { Attribute("role", role) }
    package static func columnSpan(_ count: Int) -> Attribute { Attribute("colspan", "\(count)") }
    package static func rows(_ count: Int) -> Attribute { Attribute("rows", "\(count)") }
    package static func scope(_ scope: String) -> Attribute { Attribute("scope", scope) }
    package static func size(_ name: Dimension, _ value: String) -> Attribute { Attribute(name.rawValue, of: value) }
    package static func type(_ type: String) -> Attribute { Attribute("type", type) }
    package static func value(_ text: String) -> Attribute { Attribute("value", text) }

    /// The numbers of pictures.
    package enum Dimension: String { case cx, cy, d, height, r, width, viewBox, x, y, anchor = "text-anchor" }

    package static let charset = Attribute("charset", "utf-8")
    package static let checked = Attribute("checked")
    package static let download = Attribute("download")
    package static let get = Attribute("method", "get")
    fileprivate static let post = Attribute("method", "post")
    package static let hidden = Attribute("hidden")
    package static let multipart = Attribute("enctype", "multipart/form-data")
    package static let multiple = Attribute("multiple")
    /// An empty picture.
    package static let noIcon = Attribute("href", "data:,")
    package static let newWindow = Attribute("target", "_blank")
    package static let noAutocomplete = Attribute("autocomplete", "off")
    package static let noCapitals = Attribute("autocapitalize", "off")
    package static let noSpellcheck = Attribute("spellcheck", "false")
    package static let open = Attribute("open")
    package static let required = Attribute("required")
    package static let selected = Attribute("selected")
    package static let svg = Attribute("xmlns", "http://www.w3.org/2000/svg")
    /// Names, codes and words of others.
    package static let noTranslation = Attribute("translate", "no")
    package static let tabStop = Attribute("tabindex", "0")
}

/// An address that a page may lead to: a path of the desk, or a server's address. `javascript:` and its like cannot be
/// written as one.
package struct Href: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let text: String

    /// A path of the desk, escaped where needed, a query, or a place on the page. Anything else leads nowhere.
    package init(_ path: String) {
        // Browsers leave tabs and line ends out, and read a backslash as a slash.
        let isPlain = path.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }
        let isOwn = path.hasPrefix("#") || path.hasPrefix("/") && !path.hasPrefix("//")
        text = isPlain && isOwn ? path : "#"
    }

    package init(stringLiteral path: String) { self.init(path) }

    /// An address of another server: http or https. Anything else leads nowhere.
    package init(web address: String) {
        let isPlain = address.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        text = isPlain && (address.hasPrefix("https://") || address.hasPrefix("http://")) ? address : "#"
    }

    package init(_ url: HTTPURL) { text = url.text }
}
