// SPDX-License-Identifier: Apache-2.0

/// How the frame stands in the page.
package enum RampPresentation: String, Hashable, Sendable, CaseIterable {
    /// Above the page, as `transfer()` of meso-js shows it.
    case embedded
    /// In a container of the page, with an onboarding window of its own, as `inlineTransfer()` shows it.
    case inline

    /// The path of the frame's page.
    var path: String { self == .embedded ? "/app" : "/inline" }
}
