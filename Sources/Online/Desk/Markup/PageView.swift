// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What every page shows around its content.
struct PageView<Content> {
    struct Entry {
        let path: String
        let title: String
        let isCurrent: Bool
    }

    let title: String
    let navigation: [Entry]
    /// `public`, `testnet` or `other`, for the look of the badge.
    let networkKind: String
    let network: String
    /// The token of the session's forms.
    let token: String
    /// Seconds after which a browser without scripts loads the page again; nil for never.
    let refresh: Int?
    let content: Content

    /// - Parameter section: the first part of the path of the page's entry in the navigation; nil if it has none.
    init(
        _ title: String, in section: String?, network: Network, token: String, refresh: Int? = nil, _ content: Content
    ) {
        self.title = title
        navigation = Self.pages.map { path, title in
            Entry(path: "/\(path)", title: title, isCurrent: path == section)
        }
        networkKind = network == .public ? "public" : network == .testnet ? "testnet" : "other"
        self.network = network.label
        self.token = token
        self.refresh = refresh
        self.content = content
    }

    private static var pages: [(String, String)] {
        [
            ("", "Overview"), ("pay", "Pay"), ("swap", "Swap"), ("trust", "Trust"), ("batch", "Batch"),
            ("operation", "Operations"), ("requests", "Requests"), ("scan", "Scan"), ("anchors", "Anchors"),
            ("ramp", "Ramp"), ("contacts", "Contacts"), ("history", "History"),
        ]
    }
}
