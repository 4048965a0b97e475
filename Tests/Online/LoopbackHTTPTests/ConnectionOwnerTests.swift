// SPDX-License-Identifier: Apache-2.0

import CSockets
import Codec
import Testing

@testable import LoopbackHTTP

struct ConnectionOwnerTests {
    /// A listening socket, the desk's end of a connection from port 40000, and the other end, which user 1001 owns; a
    /// connection from 127.0.0.2 with the same two ports; one that is over; and one whose program has gone.
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:20D0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 21 1 0 100 0 0 10 0
           1: 0100007F:20D0 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 22 1 0 100 0 0 10 0
           2: 0200007F:9C40 0100007F:20D0 01 00000000:00000000 00:00000000 00000000  1002        0 24 1 0 100 0 0 10 0
           3: 0100007F:9C40 0100007F:20D0 01 00000000:00000000 00:00000000 00000000  1001        0 23 1 0 100 0 0 10 0
           4: 0100007F:9C42 0100007F:20D0 06 00000000:00000000 00:00000000 00000000     0        0 25 1 0 100 0 0 10 0
           5: 0100007F:9C43 0100007F:20D0 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0 100 0 0 10 0
        """

    private static func tuple(_ address: UInt32, _ port: UInt16, _ other: UInt32, _ otherPort: UInt16) -> coldstar_tuple
    {
        coldstar_tuple(address: address, other_address: other, port: port, other_port: otherPort)
    }

    private static let here: UInt32 = 0x7f00_0001

    @Test(arguments: [(here, 40_000, 1_001), (0x7f00_0002, 40_000, 1_002)] as [(UInt32, UInt16, UInt32)])
    func `names the owner of exactly the socket with these addresses and ports`(
        address: UInt32, port: UInt16, user: UInt32
    ) {
        #expect(ConnectionOwner.user(of: Self.tuple(address, port, Self.here, 8_400), in: Self.table) == user)
    }

    @Test(
        arguments: [
            (here, 40_000, here, 8_401), (here, 40_001, here, 8_400), (0x7f00_0003, 40_000, here, 8_400),
            (here, 40_000, 0x7f00_0002, 8_400), (here, 40_002, here, 8_400), (here, 40_003, here, 8_400),
            (here, 8_400, 0, 0),
        ] as [(UInt32, UInt16, UInt32, UInt16)])
    func `names no one for a socket that is not there, listens, is over or has no program`(
        address: UInt32, port: UInt16, other: UInt32, otherPort: UInt16
    ) {
        #expect(ConnectionOwner.user(of: Self.tuple(address, port, other, otherPort), in: Self.table) == nil)
    }

    @Test(arguments: ["", "sl", "sl\n1: 0100007F:9C40 0100007F:20D0 01", "sl\n1: a b c d e f g h i j k"])
    func `a table that cannot be read names no one`(table: String) {
        #expect(ConnectionOwner.user(of: Self.tuple(Self.here, 40_000, Self.here, 8_400), in: table) == nil)
    }

    @Test func `the kernel names the owner of a connection for as long as both ends are open`() throws {
        let listening = coldstar_listen(Self.here, 0, 4)
        try #require(listening >= 0)
        defer { close(listening) }
        var place = coldstar_tuple()
        try #require(coldstar_connection(listening, &place) == 0)
        let owner = ConnectionOwner(testing: listening)
        let client = try #require(Client(port: place.port))
        let accepted = coldstar_accept(listening)
        try #require(accepted >= 0)
        defer { close(accepted) }
        #expect(owner.user(of: accepted) == geteuid())
        #expect(owner.user(of: listening) == nil)
        shutdown(client.descriptor, Int32(SHUT_WR))
        #expect(owner.user(of: accepted) == nil)
    }
}
