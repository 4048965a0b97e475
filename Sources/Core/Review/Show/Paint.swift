// SPDX-License-Identifier: Apache-2.0

/// Terminal colours; none if `isOn` is false.
struct Paint {
    let isOn: Bool

    func level(_ level: Level) -> String {
        switch level {
        case .info: "info"
        case .warn: wrap("WARN", "33")
        case .hold: wrap("HOLD", "31")
        case .refuse: wrap("REFUSE", "1;31")
        }
    }

    /// Test networks look different from the public one, where the money is real.
    func network(_ name: String, isPublic: Bool) -> String { wrap(name, isPublic ? "1" : "36") }

    private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
}
