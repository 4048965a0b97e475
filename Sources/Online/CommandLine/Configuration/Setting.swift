// SPDX-License-Identifier: Apache-2.0

package import Workspace

/// The value of a setting for this run.
package struct Setting: Hashable, Sendable {
    package let key: ConfigurationKey
    /// At least one; exactly one for settings that take no more.
    package let texts: [String]
    package let origin: SettingOrigin

    package var text: String { texts[0] }

    /// Whether the configuration file gives it.
    package var isConfigured: Bool { if case .file = origin { true } else { false } }
}
