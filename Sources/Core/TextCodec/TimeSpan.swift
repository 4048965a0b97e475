// SPDX-License-Identifier: Apache-2.0

/// Formats time spans for people.
package enum TimeSpan {
    /// Seconds below two minutes, minutes below two hours, else hours and minutes.
    package static func text(seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
    }
}
