// SPDX-License-Identifier: Apache-2.0

import Codec

/// A blocking connection to a port of 127.0.0.1.
final class Client {
    let descriptor: Int32

    /// - Parameter address: the client's own, as a number; 0 for the usual one.
    init?(port: UInt16, from address: UInt32 = 0) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if address != 0 {
            guard Self.with(address, 0, { bind(descriptor, $0, $1) }) == 0 else { return nil }
        }
        guard Self.with(0x7f00_0001, port, { connect(descriptor, $0, $1) }) == 0 else { return nil }
    }

    deinit { close(descriptor) }

    private static func with(
        _ address: UInt32, _ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = address.bigEndian
        return withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Codec.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// So many bytes, or fewer if the server closes the connection before.
    func next(_ count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = max(0, recv(descriptor, &bytes, count, Int32(MSG_WAITALL)))
        return String(decoding: bytes.prefix(filled), as: UTF8.self)
    }

    /// Everything until the server closes the connection.
    func rest() -> String {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += part.prefix(count)
        }
    }
}
