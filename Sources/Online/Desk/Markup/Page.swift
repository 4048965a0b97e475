// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Markup
import Stellar

/// What every page shows around its content.
struct PageFrame {
    let title: String
    /// The first part of the path of the page's entry in the navigation; nil if it has none.
    let section: String?
    let network: Network
    /// The token of the session's forms.
    let token: String
    /// Seconds after which a browser without scripts loads the page again; nil for never.
    var refresh: Int?

    private static let pages: [(path: String, title: String)] = [
        ("", "Overview"), ("pay", "Pay"), ("swap", "Swap"), ("trust", "Trust"), ("batch", "Batch"),
        ("operation", "Operations"), ("requests", "Requests"), ("scan", "Scan"), ("anchors", "Anchors"),
        ("ramp", "Ramp"), ("contacts", "Contacts"), ("history", "History"),
    ]

    func html(@HTMLBuilder _ content: () -> HTML) -> HTML {
        let content = content()
        return .document {
            head
            tag(.body, .data("token", token)) {
                tag(.a, .class("skip"), .href("#main")) { "Skip to the content" }
                top
                tag(.main, .id("main")) {
                    tag(.h1) { title }
                    content
                }
                tag(.footer, .class("foot")) {
                    tag(.p, .id("connection"), .role("status"), .hidden)
                    tag(.p) { "Coldstar runs on this machine. It has no keys: they stay on the offline machine." }
                }
            }
        }
    }

    private var head: HTML {
        tag(.head) {
            Self.beginning("\(title) - Coldstar")
            for file in ["desk", "pages", "charts"] { Self.styleSheet("/assets/\(file).css") }
            HTML.script("/assets/desk.js")
            if let refresh { tag(.noscript) { HTML.refresh(after: refresh) } }
        }
    }

    private var top: HTML {
        // For the look of the badge.
        let kind = network == .public ? "public" : network == .testnet ? "testnet" : "other"
        return tag(.header, .class("top")) {
            tag(.a, .class("brand"), .href("/")) { "Coldstar" }
            tag(.nav, .aria("label", "Pages")) {
                for page in Self.pages {
                    tag(.a, .href("/\(page.path)"), page.path == section ? .aria("current", "page") : nil) {
                        page.title
                    }
                }
            }
            tag(.p, .class("network"), .data("network", kind)) { network.label }
        }
    }

    private static func beginning(_ title: String) -> HTML {
        HTML {
            tag(.meta, .charset)
            tag(.meta, .name("viewport"), .content("width=device-width, initial-scale=1"))
            tag(.meta, .name("color-scheme"), .content("light dark"))
            tag(.title) { title }
            noIcon
        }
    }

    /// Otherwise browsers ask for one.
    private static let noIcon = tag(.link, .rel("icon"), .noIcon)

    private static func styleSheet(_ file: Href) -> HTML { tag(.link, .rel("stylesheet"), .href(file)) }

    /// The page that a browser gets with its cookie where it came from a file: it leads on to the desk.
    static func entrance(to page: Href) -> HTML {
        .document {
            tag(.head) {
                tag(.meta, .charset)
                HTML.refresh(after: 0, to: page)
                tag(.title) { "Coldstar" }
                noIcon
                styleSheet("/assets/desk.css")
            }
            tag(.body) {
                tag(.main, .id("main")) { tag(.p) { tag(.a, .href(page)) { "Go to the desk" } } }
            }
        }
    }

    /// Says why the desk does not answer a browser, and nothing about the desk's data.
    static func refusal(_ text: String, advice: String) -> HTML {
        .document {
            tag(.head) {
                beginning("No access - Coldstar")
                styleSheet("/assets/desk.css")
            }
            tag(.body) {
                tag(.main, .id("main")) {
                    tag(.h1) { "No access" }
                    tag(.section, .class("card")) {
                        notice(.bad, .role("alert"), .test("error")) { text }
                        tag(.p) { advice }
                    }
                }
            }
        }
    }
}

// MARK: what pages are made of

/// A section in a frame, with a heading.
///
/// - Parameters:
///   - name: unique on the page.
///   - isLive: whether it is replaced when something has changed.
///   - isLate: whether it comes after the others on a narrow screen.
func card(
    _ name: String, _ heading: String, _ attributes: Attribute?..., isLive: Bool = false, isLate: Bool = false,
    @HTMLBuilder content: () -> HTML
) -> HTML {
    let content = content()
    let live: [Attribute?] = isLive ? [.live(name), .id("\(name)-section")] : []
    let all = [.class(isLate ? "card late" : "card")] + live + attributes + [.aria("labelledby", "\(name)-heading")]
    return element(
        .section, all,
        HTML {
            tag(.h2, .id("\(name)-heading")) { heading }
            content
        })
}

/// A part that may be empty, and is replaced when something has changed.
func livePart(_ name: String, @HTMLBuilder content: () -> HTML) -> HTML {
    tag(.div, .live(name), .id("\(name)-part"), content: content)
}

/// Cards of a column, which come, go and are replaced when something has changed.
func liveParts(_ name: String, @HTMLBuilder content: () -> HTML) -> HTML {
    tag(.div, .class("parts"), .live(name), .id("\(name)-parts"), content: content)
}

func notice(_ tone: TextTone, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element(.p, [.class("notice tone-\(tone.name)")] + attributes, content())
}

func quiet(@HTMLBuilder content: () -> HTML) -> HTML { tag(.p, .class("quiet"), content: content) }

/// What a library noticed, as a sentence of its own.
func remark(_ found: Notice) -> HTML {
    let text = found.text.text(in: DeskStyle())
    guard found.severity != .warning else { return notice(.attention) { "Warning: \(text)." } }
    return quiet { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

func chip(_ tone: TextTone, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element(.span, [.class("chip tone-\(tone.name)")] + attributes, content())
}

func actions(@HTMLBuilder content: () -> HTML) -> HTML { tag(.p, .class("actions"), content: content) }

/// The button that sends a form.
func submitButton(_ title: String, _ attributes: Attribute?...) -> HTML {
    element(.button, [.type("submit")] + attributes, HTML(title))
}

/// A link that looks like a button.
func button(_ title: String, to page: Href, isPrimary: Bool = false, _ attributes: Attribute?...) -> HTML {
    element(.a, [.class(isPrimary ? "button primary" : "button"), .href(page)] + attributes, HTML(title))
}

/// What leads away from a page, at its end.
func related(@HTMLBuilder content: () -> HTML) -> HTML { tag(.p, .class("related"), content: content) }

/// A table that is wider than a narrow screen.
func scrolled(_ label: String, @HTMLBuilder content: () -> HTML) -> HTML {
    tag(.div, .class("scroll"), .tabStop, .role("region"), .aria("label", label), content: content)
}

/// A control with its label.
func field(_ id: String, _ label: String, _ control: HTML) -> HTML {
    tag(.div, .class("field")) {
        tag(.label, .for(id)) { label }
        control
    }
}

/// An item of a select element.
struct Choice: Hashable, Sendable {
    let value: String
    let label: String
    var isSelected = false

    var html: HTML {
        tag(.option, .value(value), isSelected ? .selected : nil) { label }
    }
}

/// Suggestions for fields.
func suggestions(_ id: String, _ texts: [String]) -> HTML {
    tag(.datalist, .id(id)) { for text in texts { tag(.option, .value(text)) } }
}

/// The text that a page and the signer's screen have in common.
func checkWords(_ words: String, hash: String) -> HTML {
    HTML {
        tag(.p, .class("words"), .test("words")) { words }
        tag(.p, .class("help")) { "Compare them with the signer's screen. They are not a seed phrase." }
        tag(.p, .class("identifier")) { hash }
    }
}

/// A file that is part of the program: pages and scripts cannot be swapped apart from it.
struct EmbeddedFile: Sendable {
    let content: [UInt8]
    let type: String
    /// Changes with the content, for the browser's cache.
    let tag: String

    private init(_ content: [UInt8], _ type: String) {
        self.content = content
        self.type = type
        tag = "\"\(Hex.encode(Array(SHA256.hash(content).prefix(8))))\""
    }

    /// What `/assets/NAME` serves.
    static let assets: [String: EmbeddedFile] = [
        "desk.css": EmbeddedFile(PackageResources.desk_css, "text/css; charset=utf-8"),
        "pages.css": EmbeddedFile(PackageResources.pages_css, "text/css; charset=utf-8"),
        "charts.css": EmbeddedFile(PackageResources.charts_css, "text/css; charset=utf-8"),
        "desk.js": script(PackageResources.desk_js), "page.js": script(PackageResources.page_js),
        "loop.js": script(PackageResources.loop_js),
        "scan.js": script(PackageResources.scan_js), "live.js": script(PackageResources.live_js),
        "forms.js": script(PackageResources.forms_js), "interactive.js": script(PackageResources.interactive_js),
    ]

    private static func script(_ content: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(content, "text/javascript; charset=utf-8")
    }
}
