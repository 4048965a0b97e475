// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto

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
