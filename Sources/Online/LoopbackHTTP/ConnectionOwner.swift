// SPDX-License-Identifier: Apache-2.0

import CSockets
import Codec
import SafeFiles

/// Who owns the other end of a connection on this machine: loopback is open to every user of it.
///
/// The kernel is asked for the one socket whose two addresses and two ports are those of the connection. It is told
/// apart from a socket that had the same ends before by asking first and looking then whether our own end is still
/// established: while it is, the kernel gives its ends to no other socket.
///
/// - Source: sock_diag(7), `INET_DIAG`; proc_net(5), `/proc/net/tcp`, where the kernel has no such socket.
struct ConnectionOwner: ~Copyable {
    /// -1 where the kernel cannot be asked for one socket.
    private let kernel: Int32

    /// - Parameter listening: a socket that listens, which must be found by asking for it.
    init(testing listening: Int32) {
        let socket = coldstar_diag_open()
        var tuple = coldstar_tuple()
        var found = coldstar_socket()
        let works =
            socket >= 0 && coldstar_connection(listening, &tuple) == 0
            && coldstar_diag_ask(socket, &tuple, &found) == 0
            && Int(found.state) == Int(coldstar_listening) && found.user == geteuid()
        if socket >= 0, !works { close(socket) }
        kernel = works ? socket : -1
    }

    deinit { if kernel >= 0 { close(kernel) } }

    /// The user who owns the other end of an accepted connection; nil if the kernel does not say, or if either end has
    /// been closed.
    func user(of connection: Int32) -> UInt32? {
        var tuple = coldstar_tuple()
        guard coldstar_connection(connection, &tuple) == 0, tuple.other_port != 0 else { return nil }
        let other = coldstar_tuple(
            address: tuple.other_address, other_address: tuple.address, port: tuple.other_port, other_port: tuple.port)
        guard let user = user(of: other), coldstar_is_established(connection) != 0 else { return nil }
        return user
    }

    private func user(of tuple: coldstar_tuple) -> UInt32? {
        var tuple = tuple
        guard kernel >= 0 else {
            guard let table = try? SafeFiles.read("/proc/net/tcp", limit: 16 << 20) else { return nil }
            return Self.user(of: tuple, in: String(decoding: table, as: UTF8.self))
        }
        var found = coldstar_socket()
        guard coldstar_diag_ask(kernel, &tuple, &found) == 0 else { return nil }
        // A socket whose program has gone belongs to no user, which the kernel writes as 0.
        guard Int(found.state) == Int(coldstar_established), found.inode != 0 else { return nil }
        return found.user
    }

    /// The user of one socket; nil if it is not listed as established.
    ///
    /// - Parameter table: the content of `/proc/net/tcp`.
    static func user(of tuple: coldstar_tuple, in table: String) -> UInt32? {
        let ends = [
            end(tuple.address, tuple.port), end(tuple.other_address, tuple.other_port),
        ]
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 10)
            guard fields.count > 9, fields[1] == ends[0], fields[2] == ends[1], fields[3] == "01", fields[9] != "0"
            else { continue }
            return UInt32(fields[7])
        }
        return nil
    }

    /// The kernel prints the bytes of an address as a number of the machine's byte order.
    private static func end(_ address: UInt32, _ port: UInt16) -> String {
        "\(hexadecimal(address.bigEndian, digits: 8)):\(hexadecimal(UInt32(port), digits: 4))"
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
