// SPDX-License-Identifier: Apache-2.0

/// A transfer through Meso's ramp, as it was begun. What happened to it is in its events.
package struct RecordedRampSession: Hashable, Sendable {
    /// The journal's number; 0 before it is saved.
    package var number: Int64 = 0
    /// A UUID.
    package let id: String
    /// `embedded` or `inline`.
    package let presentation: String
    /// The origin of Meso's frame.
    package let origin: String
    /// The configuration, JSON. It has no secrets.
    package let configuration: String
    /// Unix seconds.
    package var created: Int64 = 0

    package init(id: String, presentation: String, origin: String, configuration: String) {
        self.id = id
        self.presentation = presentation
        self.origin = origin
        self.configuration = configuration
    }
}
