// SPDX-License-Identifier: Apache-2.0

/// Who owns the other end of a connection on this machine: loopback is open to every user of it.
///
/// - Source: proc_net(5), `/proc/net/tcp`.
package enum ConnectionOwner {
    private static let established = "01"

    /// The user id of the process at the other end; nil if no such connection is listed, as on systems other than Linux.
    ///
    /// - Parameters:
    ///   - client: the port of the other end.
    ///   - server: our port.
    ///   - table: the content of `/proc/net/tcp`.
    package static func uid(client: UInt16, server: UInt16, in table: String) -> UInt32? {
        // The kernel prints the bytes of the address as a number of the machine's byte order.
        let loopback = String(UInt32(0x7f00_0001).bigEndian, radix: 16, uppercase: true)
        let address = String(repeating: "0", count: 8 - loopback.count) + loopback
        let ends = ["\(address):\(port(client))", "\(address):\(port(server))"]
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            guard fields.count > 7, fields[1] == ends[0], fields[2] == ends[1], fields[3] == established else {
                continue
            }
            return UInt32(fields[7])
        }
        return nil
    }

    private static func port(_ number: UInt16) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
