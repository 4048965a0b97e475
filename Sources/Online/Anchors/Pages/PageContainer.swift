// SPDX-License-Identifier: Apache-2.0

/// Where another server's page is shown: inside a page of ours, or in a window that a page of ours opens.
package enum PageContainer: Hashable, Sendable {
    /// - Parameter look: how the frame is placed, for the style sheet.
    case frame(url: String, origin: WebOrigin, look: String)
    case window(url: String, origin: WebOrigin)

    /// The address to load.
    package var url: String {
        switch self {
        case .frame(let url, _, _), .window(let url, _): url
        }
    }

    /// The only origin whose messages count.
    package var origin: WebOrigin {
        switch self {
        case .frame(_, let origin, _), .window(_, let origin): origin
        }
    }

    package var isWindow: Bool {
        switch self {
        case .frame: false
        case .window: true
        }
    }
}
