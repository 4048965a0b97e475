// SPDX-License-Identifier: Apache-2.0

package import Codec

/// What the page's script has to do.
package enum PageCommand: Hashable, Sendable {
    /// Post this message to the frame, at exactly its origin.
    case send(JSON)
    /// Hide the frame: what it does goes on without the user.
    case hide
    /// Remove the frame.
    case remove
    /// Open a second frame at this address, for an onboarding.
    case openOnboarding(url: String)
    case closeOnboarding
    /// Stop forwarding messages.
    case done

    package var json: JSON {
        switch self {
        case .send(let message): ["command": "post", "message": message]
        case .hide: ["command": "hide"]
        case .remove: ["command": "remove"]
        case .openOnboarding(let url): ["command": "open-onboarding", "url": .string(url)]
        case .closeOnboarding: ["command": "close-onboarding"]
        case .done: ["command": "done"]
        }
    }
}
