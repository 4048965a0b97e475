// SPDX-License-Identifier: Apache-2.0

package import InteractivePages
package import Stellar

package typealias RampReaction = PageReaction<RampRecord>

/// The session as the flow of an interactive page.
extension RampSession: InteractiveFlow {
    package var container: PageContainer {
        .frame(url: frame.url, origin: frame.origin, look: configuration.presentation.rawValue)
    }

    package mutating func take(_ event: PageEvent, from page: String, at now: Timestamp) -> RampReaction {
        switch event {
        case .open: open(page: page, at: now)
        case .leave: leave(page: page, at: now)
        case .message(let raw, let origin, let source):
            receive(PagePost(page: page, raw: raw, origin: origin, source: source), at: now)
        case .tick, .windowClosed: tick(at: now)
        }
    }
}

extension PageCommand {
    static func post(_ message: RampMessage) -> PageCommand { .send(message.json) }
}
