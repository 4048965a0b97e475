// SPDX-License-Identifier: Apache-2.0

import Mustache

/// The values of a view, for the template engine.
///
/// The engine looks a name up in the surrounding views where a view's own value is nil. That would show a page's title where an item has none, so
/// that every nil becomes a value that is absent.
struct TemplateNode: MustacheParent {
    /// A value that is not there.
    private struct Absent: MustacheCustomRenderable {
        var renderText: String { "" }
        var isNull: Bool { true }
    }

    private let values: [String: Any]

    init(_ view: Any) {
        values = Dictionary(
            Mirror(reflecting: view).children.compactMap { child in
                child.label.map { ($0, Self.value(child.value)) }
            }, uniquingKeysWith: { first, _ in first })
    }

    func child(named name: String) -> Any? { values[name] }

    private static func value(_ any: Any) -> Any {
        switch any {
        case let text as String: return text
        case let flag as Bool: return flag
        case let number as Int: return number
        default: break
        }
        let mirror = Mirror(reflecting: any)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { value($0.value) } ?? Absent()
        case .collection: return mirror.children.map { value($0.value) }
        default: return TemplateNode(any)
        }
    }
}
