// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Markup
import Stellar
import Testing

@testable import Desk

struct HTMLTests {
    private static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "&lt;",
        "</textarea>",
        // A combining mark makes one character of both, and a browser still reads the first as markup.
        "<\u{338}script>", "\"\u{301}onload=x",
    ]

    @Test(arguments: hostile)
    func `text and attributes are escaped`(text: String) {
        let html = tag(.p, .class(text), .data("x", text), .aria("label", text)) { text }
        #expect(html.markup.utf8.count { $0 == UInt8(ascii: "<") } == 2)
        #expect(html.markup.utf8.count { $0 == UInt8(ascii: "\"") } == 6)
        #expect(!html.markup.utf8.contains(UInt8(ascii: "'")))
    }

    @Test func `text keeps what is no markup`() {
        #expect(HTML("a b\n\u{202e}ü {{token}}").markup == "a b\n\u{202e}ü {{token}}")
        #expect(HTML("<&>\"'").markup == "&lt;&amp;&gt;&quot;&#39;")
    }

    @Test func `conditions and loops put their parts in order`() {
        func list(_ names: [String], note: String?, isOpen: Bool) -> String {
            tag(.details, isOpen ? .open : nil) {
                for name in names { tag(.p) { name } }
                if let note { note } else { tag(.ul) }
                note.map { HTML($0) }
            }.markup
        }
        #expect(list(["a", "b"], note: nil, isOpen: true) == "<details open><p>a</p><p>b</p><ul></ul></details>")
        #expect(list([], note: "<", isOpen: false) == "<details>&lt;&lt;</details>")
    }

    @Test func `elements without content have no end`() {
        #expect(
            tag(.input, .name("a"), .value(""), .required).markup == "<input name=\"a\" value=\"\" required>")
        #expect(tag(.textarea).markup == "<textarea></textarea>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "//evil.example", "/\\evil.example", "/\t/evil.example", "data:text/html,x",
        "https://x.example",
        "", "x", "/a b", " /", "/\n",
    ])
    func `a path that is none of the desk's leads nowhere`(path: String) {
        #expect(Href(path).text == "#")
        #expect(DeskResponse.seeOther(path).headers.allSatisfy { $0.name == "Location" && $0.value == "#" })
    }

    @Test(arguments: ["/", "/pay?source=GA&asset=USD%3AGB", "#qr", "/requests/ab#progress"])
    func `a path of the desk is an address`(path: String) {
        #expect(Href(path).text == path)
    }

    @Test func `an address of another server is http or https`() throws {
        #expect(Href(try HTTPURL("https://a.example/x?y=1")).text == "https://a.example/x?y=1")
        #expect(Href(web: "http://127.0.0.1:1/x").text == "http://127.0.0.1:1/x")
        for text in ["javascript:alert(1)", "file:///etc", "//a.example", "https://a.example/\u{a}x", "/x"] {
            #expect(Href(web: text).text == "#")
        }
    }

    @Test func `a form that changes something carries the token`() {
        let form = postForm("/resume", token: "T<", .id("f")) { submitButton("Go") }
        #expect(
            form.markup == """
                <form method="post" action="/resume" id="f"><input type="hidden" name="token" value="T&lt;">\
                <button type="submit">Go</button></form>
                """)
    }

    private func message(_ text: String, hint: String? = nil) -> String {
        let frame = PageFrame(title: "Title of the page", section: "pay", network: .testnet, token: "T")
        return frame.html { MessageView(text, hint: hint.map { Wording($0) }).html }.markup
    }

    @Test(arguments: hostile)
    func `a page shows hostile text as text`(text: String) {
        let page = message(text, hint: text)
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("<svg onload"))
    }

    @Test func `marks the current page in the navigation`() {
        #expect(message("x").contains("<a href=\"/pay\" aria-current=\"page\">Pay</a>"))
        #expect(!message("x").contains("<a href=\"/swap\" aria-current"))
    }

    @Test func `a page loads one script, and itself only where it says so`() {
        let page = message("x")
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(page.matches(of: /<script/).count == 1 && !page.contains("http-equiv") && !page.contains("style="))
        let frame = PageFrame(title: "T", section: nil, network: .public, token: "", refresh: 2)
        #expect(
            frame.html {}.markup.contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"))
    }

    @Test(arguments: DeskGuard.AccessError.allCases)
    func `a refusal is a page without scripts and links`(refusal: DeskGuard.AccessError) throws {
        let page = try #require(DeskGuard.AccessError.pages[refusal]).markup
        #expect(page.contains("data-test=\"error\"") && !page.contains("<script") && !page.contains("<a "))
    }
}
