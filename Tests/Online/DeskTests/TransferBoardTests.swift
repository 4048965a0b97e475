// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import HTTP
import Journal
import Stellar
import StellarXDR
import Testing

@testable import Desk

struct TransferBoardTests {
    private func record(_ number: Int64) throws -> RecordedTransfer {
        var record = RecordedTransfer(
            network: .testnet, homeDomain: "anchor.example",
            account: try MuxedAccount(address: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"), memo: nil,
            kind: .deposit,
            protocol: .sep6, asset: "USDC")
        record.number = number
        return record
    }

    @Test func `a preview holds only for the record that it began from`() throws {
        let board = TransferBoard()
        let base = try record(1)
        var ahead = base
        ahead.step = .summary
        #expect(board.preview(from: base) == base)
        board.keep(preview: ahead, from: base)
        #expect(board.preview(from: base) == ahead)
        var moved = base
        moved.step = .fee
        #expect(board.preview(from: moved) == moved)
        #expect(try board.preview(from: record(2)) == record(2))
    }

    @Test func `follows transfers whose pages were fetched`() {
        let board = TransferBoard()
        #expect(board.followed.isEmpty)
        board.keep(said: ["x"], of: 1)
        board.follow(2)
        #expect(board.followed == [2] && board.said(1) == ["x"] && board.said(2).isEmpty)
    }

    @Test func `keeps what was said at the beginning while others come and go`() {
        let board = TransferBoard()
        var scene = TransferPageState()
        scene.page = try? HTTPURL("https://anchor.example")
        board.keep(begun: scene, of: 1)
        for number in 2...1000 { board.follow(Int64(number)) }
        #expect(board.begun(1) == scene && board.followed.count <= 200)
    }
}
