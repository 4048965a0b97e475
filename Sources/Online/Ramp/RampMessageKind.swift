// SPDX-License-Identifier: Apache-2.0

/// The kinds of messages, as they are named on the wire.
package enum RampMessageKind: String, Hashable, Sendable, CaseIterable {
    case ready = "READY"
    case requestSignedMessage = "REQUEST_SIGNED_MESSAGE"
    case returnSignedMessage = "RETURN_SIGNED_MESSAGE_RESULT"
    case requestSendTransaction = "REQUEST_SEND_TRANSACTION"
    case transferUpdate = "TRANSFER_UPDATE"
    case close = "CLOSE"
    case error = "ERROR"
    case configurationError = "CONFIGURATION_ERROR"
    case unsupportedNetworkError = "UNSUPPORTED_NETWORK_ERROR"
    case unsupportedAssetError = "UNSUPPORTED_ASSET_ERROR"
    case openOnboarding = "INITIATE_MODAL_ONBOARDING"
    case resumeInlineFrame = "RESUME_INLINE_FRAME"
}

/// The kinds of errors that the frame reports.
package enum RampErrorKind: String, Hashable, Sendable, CaseIterable {
    case error = "ERROR"
    case configuration = "CONFIGURATION_ERROR"
    case network = "UNSUPPORTED_NETWORK_ERROR"
    case asset = "UNSUPPORTED_ASSET_ERROR"

    var messageKind: RampMessageKind {
        switch self {
        case .error: .error
        case .configuration: .configurationError
        case .network: .unsupportedNetworkError
        case .asset: .unsupportedAssetError
        }
    }
}
