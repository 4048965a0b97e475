// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch
import Testing

@testable import Desk

struct PictureProcessTests {
    /// Prints for ever, and never reads: a decoder that a picture has taken over.
    private static let deaf = "/usr/bin/yes"

    @Test(arguments: [PictureMode.pictures, .frames])
    func `a decoder that does not read can be ended while a picture waits for it`(mode: PictureMode) async throws {
        // As all programs do.
        signal(SIGPIPE, SIG_IGN)
        let process = try PictureProcess(mode, program: Self.deaf)
        // More than any pipe holds.
        let picture = [UInt8](repeating: 0, count: 4 << 20)
        let begun = AsyncStream<Void>.makeStream()
        let wasTaken = Task.detached {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "offer").async {
                    begun.continuation.yield()
                    continuation.resume(returning: process.offer(picture))
                }
            }
        }
        for await _ in begun.stream { break }
        process.stop()
        #expect(await !wasTaken.value)
        #expect(!process.offer([1]))
    }

    @Test func `a program that is not there is an error`() {
        #expect(throws: Failure.self) { try PictureProcess(.frames, program: "/nonexistent/decoder") }
    }
}
