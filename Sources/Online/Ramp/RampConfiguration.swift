// SPDX-License-Identifier: Apache-2.0

package import Chains
package import TextCodec

/// A transfer as the user wants it: the configuration of meso-js, accepted by its rules and by ours.
///
/// - Source: RAMP-FACTS §1.5.
package struct RampConfiguration: Hashable, Sendable {
    /// The maximum size of a configuration file, bytes.
    package static let maximumLength = 64 * 1024

    package let presentation: RampPresentation
    package let environment: RampEnvironment
    package let partnerID: String
    package let network: ChainNetwork
    package let address: ChainAddress
    /// The address as the file writes it, which the frame's address carries.
    package let walletAddress: String
    /// What the user pays; nil if the amount to receive is given, which wins when both are.
    package let sourceAmount: RampAmount?
    package let destinationAmount: RampAmount?
    package let sourceAsset: RampAsset
    package let destinationAsset: RampAsset
    package let strategy: RampStrategy
    /// For an embedded frame.
    package let layout: RampLayout
    /// What the user should know, one line each.
    package let warnings: [String]
    /// The file's document, for the journal. A configuration has no secrets.
    package let document: JSON

    /// The message that a wallet has to sign is asked for.
    package var asksForSignature: Bool { strategy != .bypass }
}
