// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Desk

struct ConnectionOwnerTests {
    /// A listening socket, the desk's end of a connection from port 40000, and the other end, which user 1001 owns.
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:20D0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
           1: 0100007F:20D0 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 100 0 0 10 0
           2: 0100007F:9C40 0100007F:20D0 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 100 0 0 10 0
           3: 0200007F:9C41 0100007F:20D0 01 00000000:00000000 00:00000000 00000000  1002        0 4 1 0 100 0 0 10 0
           4: 0100007F:9C42 0100007F:20D0 06 00000000:00000000 00:00000000 00000000     0        0 5 1 0 100 0 0 10 0
        """

    @Test func `names the owner of the other end`() {
        #expect(ConnectionOwner.uid(client: 40_000, server: 8_400, in: Self.table) == 1_001)
    }

    @Test(arguments: [(40_000, 8_401), (40_001, 8_400), (40_002, 8_400), (8_400, 40_001)] as [(UInt16, UInt16)])
    func `names no one for a connection that is not there, not from this address or already over`(
        client: UInt16, server: UInt16
    ) {
        #expect(ConnectionOwner.uid(client: client, server: server, in: Self.table) == nil)
    }

    @Test(arguments: ["", "sl", "sl\n1: 0100007F:9C40 0100007F:20D0 01", "sl\n1: a b c d e f g h"])
    func `a table that cannot be read names no one`(table: String) {
        #expect(ConnectionOwner.uid(client: 40_000, server: 8_400, in: table) == nil)
    }
}
