// SPDX-License-Identifier: Apache-2.0

import Codec
import Mustache

/// The templates of all pages. Values are escaped unless a template asks for them with three braces, which only pictures of our own are.
struct Templates: Sendable {
    /// The parsed templates; one that does not parse is a mistake of ours that every test finds.
    static let all: Templates = {
        do { return try Templates() } catch { preconditionFailure("a template of the desk does not parse: \(error)") }
    }()

    private let library: MustacheLibrary

    private init() throws {
        library = MustacheLibrary(
            templates: try EmbeddedFile.templates.mapValues { try MustacheTemplate(string: $0.text) })
    }

    /// The page of a template.
    ///
    /// - Parameter view: the values, which the template names as the view's properties are named.
    func render(_ view: Any, _ name: String) -> String {
        guard let text = library.render(TemplateNode(view), withTemplate: name) else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }
}
