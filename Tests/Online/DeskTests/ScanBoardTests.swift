// SPDX-License-Identifier: Apache-2.0

import Codec
import Synchronization
import Testing

@testable import Desk

struct ScanBoardTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]

    /// A decoder that says what a test wants, an event for each picture.
    private final class Decoder: PictureDecoding, PictureReader {
        private struct State {
            var events: [PictureEvent]
            var ready: [PictureEvent] = []
            var takes = true
            var isOver = false
            var started = 0
        }

        private let state: Mutex<State>

        init(_ events: [PictureEvent]) { state = Mutex(State(events: events)) }

        var started: Int { state.withLock { $0.started } }
        func refuse() { state.withLock { $0.takes = false } }

        func start(_ mode: PictureMode) throws(Failure) -> any PictureReader {
            state.withLock { $0.started += 1 }
            return self
        }

        func offer(_ picture: [UInt8]) -> Bool {
            state.withLock { state in
                guard state.takes, !state.isOver else { return false }
                if !state.events.isEmpty { state.ready.append(state.events.removeFirst()) }
                state.ready.append(.frame)
                return true
            }
        }

        func finish() { state.withLock { $0.isOver = true } }
        func stop() { state.withLock { $0.isOver = true } }

        func next() -> PictureEvent? {
            while true {
                let (event, isOver) = state.withLock { state in
                    (state.ready.isEmpty ? nil : state.ready.removeFirst(), state.isOver)
                }
                if let event { return event }
                if isOver { return nil }
            }
        }
    }

    private func progress(_ answer: ScanBoard.Answer) -> ScanBoard.Progress? {
        if case .progress(let progress) = answer { progress } else { nil }
    }

    @Test func `frames give progress, and a message is given out once`() throws {
        let board = ScanBoard(
            Decoder([.progress(text: "1 of 2", done: 1, total: 2), .note("another code"), .handoff(["a"])]))
        let id = try board.begin()
        let first = progress(board.offer(Self.png, to: id))
        #expect(first?.text == "1 of 2" && first?.done == 1 && first?.total == 2 && first?.handoff == nil)
        #expect(progress(board.offer(Self.png, to: id))?.note == "another code")
        #expect(progress(board.offer(Self.png, to: id))?.handoff == ["a"])
        #expect(progress(board.offer(Self.png, to: id))?.handoff == nil)
        board.end(id)
        #expect(board.offer(Self.png, to: id) == .unknown)
    }

    @Test func `a decoder that is behind takes no frame`() throws {
        let decoder = Decoder([])
        let board = ScanBoard(decoder)
        let id = try board.begin()
        decoder.refuse()
        #expect(board.offer(Self.png, to: id) == .busy)
        board.close()
        #expect(board.offer(Self.png, to: id) == .unknown)
    }

    @Test func `only some pages scan at the same time`() throws {
        let board = ScanBoard(Decoder([]))
        let ids = try (0..<4).map { _ in try board.begin() }
        #expect(throws: Failure.self) { try board.begin() }
        board.end(ids[0])
        #expect(try board.begin() != ids[0])
        board.close()
    }

    @Test(arguments: [[], [0x89], Array("<svg>".utf8), Array("GIF89a".utf8), [0xff, 0xd8]] as [[UInt8]])
    func `what is not a PNG or JPEG picture starts no decoder`(bytes: [UInt8]) {
        let decoder = Decoder([])
        #expect(throws: Failure.self) { try ScanBoard(decoder).read([bytes]) }
        #expect(decoder.started == 0)
    }

    @Test func `pictures that a person chose give their messages, or the reason that explains most`() throws {
        #expect(
            try ScanBoard(Decoder([.handoff(["a"]), .handoff(["b"])])).read([Self.png, Self.png]) == [["a"], ["b"]])
        func reason(_ events: [PictureEvent]) -> String? {
            do throws(Failure) { _ = try ScanBoard(Decoder(events)).read(events.map { _ in Self.png }) } catch {
                return error.message
            }
            return nil
        }
        #expect(reason([.note("damaged"), .failure("no QR code")]) == "damaged")
        #expect(reason([.note("one"), .note("two"), .failure("no QR code")]) == "no QR code")
        #expect(reason([.frame]) == "no QR code was found in the picture")
    }
}
