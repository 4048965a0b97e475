// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML

/// A chart's picture, read by an XML parser of others.
final class ParsedPicture: NSObject, XMLParserDelegate {
    struct Label {
        let text: String
        let x: Double
        let y: Double
        let anchor: String
    }

    struct Shape {
        let name: String
        let attributes: [String: String]
    }

    private(set) var labels: [Label] = []
    private(set) var shapes: [Shape] = []
    private(set) var title = ""
    private(set) var summary = ""
    private var texts: [(name: String, attributes: [String: String], text: String)] = []

    /// Nil if it is not well-formed.
    init?(_ svg: String) {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        texts.append((name, attributes, ""))
        shapes.append(Shape(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if !texts.isEmpty { texts[texts.count - 1].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = texts.popLast() else { return }
        switch name {
        case "title": title = element.text
        case "desc": summary = element.text
        case "text":
            labels.append(
                Label(
                    text: element.text, x: Double(element.attributes["x"] ?? "") ?? .nan,
                    y: Double(element.attributes["y"] ?? "") ?? .nan, anchor: element.attributes["text-anchor"] ?? ""))
        default: break
        }
    }
}
