// SPDX-License-Identifier: Apache-2.0

import HTTP

/// Markup. Text gets into it in one way only, escaped, and attributes are always quoted: no function takes markup as
/// text.
///
/// There is no element or attribute for scripts and styles of a page; `script(_:)` loads a file of the desk.
struct HTML: Hashable, Sendable {
    /// As it is sent.
    let markup: String

    fileprivate init(markup: String) { self.markup = markup }

    init(_ text: String) { markup = Self.escaped(text) }

    init(@HTMLBuilder _ content: () -> HTML) { self = content() }

    static let none = HTML(markup: "")

    static func document(@HTMLBuilder _ content: () -> HTML) -> HTML {
        HTML(markup: "<!doctype html>\n" + tag(.html, Attribute("lang", "en"), content: content).markup + "\n")
    }

    static func script(_ file: Href) -> HTML {
        HTML(markup: "<script\(Attribute.type("module").markup)\(Attribute.src(file).markup)></script>")
    }

    /// Loads this page, or another one, after some seconds.
    static func refresh(after seconds: Int, to page: Href? = nil) -> HTML {
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
enum Tag: String {
    case a, article, body, button, datalist, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1,
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
func tag(_ name: Tag, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element(name, attributes, content())
}

/// An element without content.
func tag(_ name: Tag, _ attributes: Attribute?...) -> HTML { element(name, attributes, .none) }

/// An element with a list of attributes.
func element(_ name: Tag, _ attributes: [Attribute?], _ content: HTML) -> HTML {
    var markup = "<\(name.rawValue)"
    for attribute in attributes { if let attribute { markup += attribute.markup } }
    markup += ">"
    if !name.hasNoEnd { markup += "\(content.markup)</\(name.rawValue)>" }
    return HTML(markup: markup)
}

/// The only form that changes something: it carries the token, without which nothing is changed.
func postForm(_ target: Href, token: String, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    let content = content()
    return element(
        .form, [.post, .action(target)] + attributes,
        HTML {
            hidden("token", token)
            content
        })
}

func hidden(_ name: String, _ value: String) -> HTML {
    tag(.input, .type("hidden"), .name(name), .value(value))
}

/// Puts text and elements one after the other.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ html: HTML) -> HTML { html }
    static func buildExpression(_ html: HTML?) -> HTML { html ?? .none }
    static func buildExpression(_ text: String) -> HTML { HTML(text) }
    static func buildBlock(_ parts: HTML...) -> HTML { buildArray(parts) }
    static func buildOptional(_ part: HTML?) -> HTML { part ?? .none }
    static func buildEither(first part: HTML) -> HTML { part }
    static func buildEither(second part: HTML) -> HTML { part }
    static func buildArray(_ parts: [HTML]) -> HTML { HTML(markup: parts.map(\.markup).joined()) }
}

/// An attribute of an element. Its name is a literal, and an address in one is an `Href`.
struct Attribute: Hashable, Sendable {
    fileprivate let markup: String

    fileprivate init(_ name: StaticString, _ value: String? = nil) {
        markup = " \(name)" + (value.map { "=\"\(HTML.escaped($0))\"" } ?? "")
    }

    static func action(_ target: Href) -> Attribute { Attribute("action", target.text) }
    static func href(_ target: Href) -> Attribute { Attribute("href", target.text) }
    static func src(_ source: Href) -> Attribute { Attribute("src", source.text) }
    /// An address that a script of ours fetches or opens.
    static func data(_ name: StaticString, _ target: Href) -> Attribute { data(name, target.text) }
    static func data(_ name: StaticString, _ value: String = "") -> Attribute { Attribute("data-\(name)", of: value) }
    /// What tests find an element by.
    static func test(_ name: String) -> Attribute { Attribute("data-test", name) }
    /// A part of a page that is replaced when something has changed.
    static func live(_ name: String) -> Attribute { Attribute("data-live", name) }
    static func aria(_ name: StaticString, _ value: String) -> Attribute { Attribute("aria-\(name)", of: value) }

    private init(_ name: String, of value: String) { markup = " \(name)=\"\(HTML.escaped(value))\"" }

    static func accept(_ types: String) -> Attribute { Attribute("accept", types) }
    static func alt(_ text: String) -> Attribute { Attribute("alt", text) }
    static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
    static func content(_ text: String) -> Attribute { Attribute("content", text) }
    static func datetime(_ time: String) -> Attribute { Attribute("datetime", time) }
    static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
    static func id(_ id: String) -> Attribute { Attribute("id", id) }
    static func inputMode(_ mode: String) -> Attribute { Attribute("inputmode", mode) }
    static func list(_ id: String) -> Attribute { Attribute("list", id) }
    static func name(_ name: String) -> Attribute { Attribute("name", name) }
    static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }
    static func rel(_ relation: String) -> Attribute { Attribute("rel", relation) }
    static func role(_ role: String) -> Attribute { Attribute("role", role) }
    static func rows(_ count: Int) -> Attribute { Attribute("rows", "\(count)") }
    static func scope(_ scope: String) -> Attribute { Attribute("scope", scope) }
    static func size(_ name: Dimension, _ value: String) -> Attribute { Attribute(name.rawValue, of: value) }
    static func type(_ type: String) -> Attribute { Attribute("type", type) }
    static func value(_ text: String) -> Attribute { Attribute("value", text) }

    /// The numbers of pictures.
    enum Dimension: String { case cx, cy, d, height, r, width, viewBox, x, y, anchor = "text-anchor" }

    static let charset = Attribute("charset", "utf-8")
    static let checked = Attribute("checked")
    static let download = Attribute("download")
    static let get = Attribute("method", "get")
    fileprivate static let post = Attribute("method", "post")
    static let hidden = Attribute("hidden")
    static let multipart = Attribute("enctype", "multipart/form-data")
    static let multiple = Attribute("multiple")
    /// An empty picture.
    static let noIcon = Attribute("href", "data:,")
    static let newWindow = Attribute("target", "_blank")
    static let noAutocomplete = Attribute("autocomplete", "off")
    static let noCapitals = Attribute("autocapitalize", "off")
    static let noSpellcheck = Attribute("spellcheck", "false")
    static let open = Attribute("open")
    static let required = Attribute("required")
    static let selected = Attribute("selected")
    static let svg = Attribute("xmlns", "http://www.w3.org/2000/svg")
    static let tabStop = Attribute("tabindex", "0")
}

/// An address that a page may lead to: a path of the desk, or a server's address. `javascript:` and its like cannot be
/// written as one.
struct Href: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: String

    /// A path of the desk, escaped where needed, a query, or a place on the page. Anything else leads nowhere.
    init(_ path: String) {
        // Browsers leave tabs and line ends out, and read a backslash as a slash.
        let isPlain = path.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }
        let isOwn = path.hasPrefix("#") || path.hasPrefix("/") && !path.hasPrefix("//")
        text = isPlain && isOwn ? path : "#"
    }

    init(stringLiteral path: String) { self.init(path) }

    /// An address of another server: http or https. Anything else leads nowhere.
    init(web address: String) {
        let isPlain = address.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        text = isPlain && (address.hasPrefix("https://") || address.hasPrefix("http://")) ? address : "#"
    }

    init(_ url: HTTPURL) { text = url.text }
}
