// SPDX-License-Identifier: Apache-2.0

/// How the onboarding window ended.
package enum RampOnboardingEnd: String, Hashable, Sendable, CaseIterable {
    case complete = "ONBOARDING_COMPLETE"
    case cancelled = "ONBOARDING_CANCELED"
    /// Meso refused the user.
    case terminated = "ONBOARDING_TERMINATED"
    case login = "LOGIN_FROM_ONBOARDING"
}
