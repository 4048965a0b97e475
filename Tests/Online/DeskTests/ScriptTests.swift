// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Desk

/// What the scripts of the pages import.
struct ScriptTests {
    /// The modules that each module names, in imports at its head and in imports while it runs.
    private static let imports: [String: Set<String>] = EmbeddedFile.assets.filter { $0.key.hasSuffix(".js") }
        .mapValues { file in
            let text = String(decoding: file.content, as: UTF8.self)
            return Set(text.matches(of: /(?:from|import)\s*\(?\s*["']([^"']+)["']/).map { String($0.1) })
        }

    /// A way from a module back to itself; nil if there is none.
    private func circle(
        from name: String, _ imports: [String: Set<String>], path: [String] = []
    ) -> [String]? {
        if path.contains(name) { return path + [name] }
        return (imports[name] ?? []).sorted().lazy.compactMap { next in
            circle(from: String(next.drop { $0 == "." || $0 == "/" }), imports, path: path + [name])
        }.first
    }

    @Test func `every import is of a script of the desk`() {
        #expect(Self.imports.count > 5 && Self.imports["desk.js"]?.isEmpty == false)
        let names = Set(Self.imports.keys.map { "./\($0)" })
        for (name, imported) in Self.imports { #expect(imported.subtracting(names).isEmpty, "\(name)") }
    }

    @Test func `no script imports itself, however far around`() {
        for name in Self.imports.keys { #expect(circle(from: name, Self.imports) == nil) }
        #expect(circle(from: "a.js", ["a.js": ["./b.js"], "b.js": ["./c.js"], "c.js": ["./a.js"]]) != nil)
    }

    @Test func `what the scripts share imports nothing`() {
        #expect(Self.imports["page.js"] == [])
    }
}
