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

    var text: String { String(decoding: content, as: UTF8.self) }

    /// What `/assets/NAME` serves.
    static let assets: [String: EmbeddedFile] = [
        "desk.css": EmbeddedFile(PackageResources.desk_css, "text/css; charset=utf-8"),
        "pages.css": EmbeddedFile(PackageResources.pages_css, "text/css; charset=utf-8"),
        "charts.css": EmbeddedFile(PackageResources.charts_css, "text/css; charset=utf-8"),
        "desk.js": script(PackageResources.desk_js), "loop.js": script(PackageResources.loop_js),
        "scan.js": script(PackageResources.scan_js), "live.js": script(PackageResources.live_js),
        "forms.js": script(PackageResources.forms_js), "interactive.js": script(PackageResources.interactive_js),
    ]

    private static func script(_ content: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(content, "text/javascript; charset=utf-8")
    }

    /// The templates by name.
    static let templates: [String: EmbeddedFile] = [
        "account": PackageResources.account_mustache,
        "anchor": PackageResources.anchor_mustache,
        "anchorform": PackageResources.anchorform_mustache,
        "anchors": PackageResources.anchors_mustache,
        "anchorwindow": PackageResources.anchorwindow_mustache,
        "balances": PackageResources.balances_mustache,
        "batch": PackageResources.batch_mustache,
        "batchform": PackageResources.batchform_mustache,
        "chart": PackageResources.chart_mustache,
        "codes": PackageResources.codes_mustache,
        "contacts": PackageResources.contacts_mustache,
        "entrance": PackageResources.entrance_mustache,
        "error": PackageResources.error_mustache,
        "fetched": PackageResources.fetched_mustache,
        "fields": PackageResources.fields_mustache,
        "form": PackageResources.form_mustache,
        "formbody": PackageResources.formbody_mustache,
        "history": PackageResources.history_mustache,
        "item": PackageResources.item_mustache,
        "items": PackageResources.items_mustache,
        "linked": PackageResources.linked_mustache,
        "layout": PackageResources.layout_mustache,
        "message": PackageResources.message_mustache,
        "operations": PackageResources.operations_mustache,
        "overview": PackageResources.overview_mustache,
        "parts": PackageResources.parts_mustache,
        "payments": PackageResources.payments_mustache,
        "ramp": PackageResources.ramp_mustache,
        "rampsession": PackageResources.rampsession_mustache,
        "refusal": PackageResources.refusal_mustache,
        "report": PackageResources.report_mustache,
        "request": PackageResources.request_mustache,
        "requestgroups": PackageResources.requestgroups_mustache,
        "requests": PackageResources.requests_mustache,
        "review": PackageResources.review_mustache,
        "reviewfinding": PackageResources.reviewfinding_mustache,
        "scan": PackageResources.scan_mustache,
        "scanpanel": PackageResources.scanpanel_mustache,
        "span": PackageResources.span_mustache,
        "steps": PackageResources.steps_mustache,
        "transfer": PackageResources.transfer_mustache,
        "transferrows": PackageResources.transferrows_mustache,
    ].mapValues { EmbeddedFile($0, "text/html; charset=utf-8") }
}
