// SPDX-License-Identifier: Apache-2.0

/// A duration in whole seconds.
package struct TimeSpan: Hashable, Sendable {
    package let seconds: UInt64

    /// Ten years: the longest that a user can write.
    package static let longest = TimeSpan(seconds: 10 * 365 * 86_400)

    package init(seconds: UInt64) { self.seconds = seconds }

    /// A duration for people: seconds below two minutes, minutes below two hours, else hours and minutes.
    package static func text(seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
    }
}
