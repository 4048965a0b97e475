// SPDX-License-Identifier: Apache-2.0

package import TextCodec

/// What the page has to do.
package enum RampCommand: Hashable, Sendable {
    /// Post to the frame, at exactly its origin.
    case post(RampMessage)
    /// Hide the embedded frame: the transfer goes on without the user.
    case hide
    case remove
    /// Open the onboarding window at this address.
    case openOnboarding(url: String)
    case closeOnboarding
    /// Stop forwarding messages.
    case done

    /// The command for the page's script.
    package var json: JSON {
        switch self {
        case .post(let message): ["command": "post", "message": message.json]
        case .hide: ["command": "hide"]
        case .remove: ["command": "remove"]
        case .openOnboarding(let url): ["command": "open-onboarding", "url": .string(url)]
        case .closeOnboarding: ["command": "close-onboarding"]
        case .done: ["command": "done"]
        }
    }
}
