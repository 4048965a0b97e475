// SPDX-License-Identifier: Apache-2.0

/// What an application learns of a transfer: the nine events of meso-js.
package enum RampEvent: String, Hashable, Sendable, CaseIterable {
    case ready = "READY"
    case transferApproved = "TRANSFER_APPROVED"
    case transferComplete = "TRANSFER_COMPLETE"
    case transferIncomplete = "TRANSFER_INCOMPLETE"
    case close = "CLOSE"
    case error = "ERROR"
    case configurationError = "CONFIGURATION_ERROR"
    case unsupportedNetworkError = "UNSUPPORTED_NETWORK_ERROR"
    case unsupportedAssetError = "UNSUPPORTED_ASSET_ERROR"
}
