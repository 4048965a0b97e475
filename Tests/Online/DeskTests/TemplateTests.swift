// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

@testable import Desk

struct TemplateTests {
    private func message(_ text: String, hint: String? = nil) -> String {
        let view = PageView(
            "Title of the page", in: "pay", network: .testnet, token: "T",
            MessageView(text, hint: hint.map { Wording($0) }))
        return Templates.all.render(view, "message")
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "{{token}}",
        "{{{token}}}", "&lt;",
    ])
    func `texts are escaped, and are no templates`(text: String) {
        let page = message(text, hint: text)
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("<svg onload"))
        #expect(page.firstRange(of: ">T<") == nil)
    }

    @Test func `a value that is nil does not become the surrounding page's value`() {
        struct Inner { let title: String? }
        struct Outer {
            let title: String
            let inner: Inner
        }
        let node = TemplateNode(Outer(title: "outer", inner: Inner(title: nil)))
        let inner = node.child(named: "inner") as? TemplateNode
        #expect(node.child(named: "title") as? String == "outer")
        #expect(inner?.child(named: "title") != nil && inner?.child(named: "title") as? String == nil)
    }

    @Test func `marks the current page in the navigation`() {
        #expect(message("x").contains("<a href=\"/pay\" aria-current=\"page\">Pay</a>"))
        #expect(!message("x").contains("<a href=\"/swap\" aria-current"))
    }

    @Test(arguments: EmbeddedFile.templates.keys.sorted())
    func `templates have no inline script or style`(name: String) throws {
        let text = try #require(EmbeddedFile.templates[name]).text.lowercased()
        #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains("javascript:"))
        #expect(text.firstMatch(of: /\son[a-z]+=/) == nil)
        #expect(
            text.replacing("<script type=\"module\" src=\"/assets/desk.js\"></script>", with: "").contains("<script")
                == false)
    }

    @Test(arguments: EmbeddedFile.templates.keys.sorted())
    func `every form that changes something carries the token`(name: String) throws {
        let text = try #require(EmbeddedFile.templates[name]).text
        for form in text.split(separator: "<form").dropFirst() {
            let body = form.prefix(upTo: form.firstRange(of: "</form>")?.lowerBound ?? form.endIndex)
            #expect(body.contains("method=\"get\"") || body.contains("name=\"token\""))
        }
    }

    @Test(arguments: EmbeddedFile.templates.keys.sorted())
    func `only pictures of our own are not escaped`(name: String) throws {
        let text = try #require(EmbeddedFile.templates[name]).text
        let raw = text.matches(of: /\{\{\{([^}]+)\}\}\}|\{\{&([^}]+)\}\}/).map { String($0.1 ?? $0.2 ?? "") }
        #expect(raw.allSatisfy { ["chart", "svg", "."].contains($0) })
    }
}
