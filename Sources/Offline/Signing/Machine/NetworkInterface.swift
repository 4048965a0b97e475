// SPDX-License-Identifier: Apache-2.0

import SafeFiles

/// A network interface, read from the kernel's folders, without a socket.
package struct NetworkInterface: Hashable, Sendable {
    package let name: String
    /// Whether the interface is enabled, even without a cable.
    package let isUp: Bool

    package static let folders = ["/sys/class", "/sys/devices"]

    /// All interfaces except loopback; nil if the system does not list them.
    package static func all() -> [NetworkInterface]? {
        guard let names = try? SafeFiles.names(in: "/sys/class/net") else { return nil }
        return names.sorted().compactMap { name in
            guard let flags = flags(of: name), flags & loopback == 0 else { return nil }
            return NetworkInterface(name: name, isUp: flags & up != 0)
        }
    }

    /// Radio devices of any kind, connected or not.
    package static func radios() -> [String] {
        ["ieee80211", "bluetooth", "wwan", "nfc"].flatMap { kind in
            ((try? SafeFiles.names(in: "/sys/class/\(kind)")) ?? []).sorted()
        }
    }

    // IFF_UP, IFF_LOOPBACK
    private static let up = 1
    private static let loopback = 8

    private static func flags(of name: String) -> Int? {
        guard let bytes = try? SafeFiles.read("/sys/class/net/\(name)/flags", limit: 64) else { return nil }
        let text = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : nil
    }
}
