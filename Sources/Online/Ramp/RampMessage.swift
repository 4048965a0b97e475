// SPDX-License-Identifier: Apache-2.0

/// A message between the page and Meso's frame.
///
/// - Source: RAMP-FACTS §1.3.
package enum RampMessage: Hashable, Sendable {
    /// Larger ones are not read, bytes.
    package static let maximumLength = 64 * 1024

    case ready
    case requestSignedMessage(String)
    /// The page's reply; nil if the user or the signer refused, or the request expired.
    case returnSignedMessage(String?)
    case requestSendTransaction(RampPayout)
    case transferUpdate(RampUpdate)
    case close
    case error(RampErrorKind, String)
    case openOnboarding(path: String, search: String?)
    case resumeInlineFrame(RampOnboardingEnd)

    /// The name on the wire.
    package var kind: RampMessageKind {
        switch self {
        case .ready: .ready
        case .requestSignedMessage: .requestSignedMessage
        case .returnSignedMessage: .returnSignedMessage
        case .requestSendTransaction: .requestSendTransaction
        case .transferUpdate: .transferUpdate
        case .close: .close
        case .error(let kind, _): kind.messageKind
        case .openOnboarding: .openOnboarding
        case .resumeInlineFrame: .resumeInlineFrame
        }
    }
}
