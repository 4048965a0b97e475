// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Scan

struct WorkerRecordTests {
    private let records: [WorkerRecord] = [
        .code([]), .code([0, 255]), .code(Array(repeating: 65, count: 8192)), .unreadable("a damaged picture"),
        .done(codes: 3), .ended,
    ]

    @Test func `decodes records that arrive one byte at a time`() throws {
        let all = records.flatMap(\.bytes)
        var (buffer, read) = ([UInt8](), [WorkerRecord]())
        for byte in all {
            buffer.append(byte)
            while let record = try WorkerRecord.take(from: &buffer) { read.append(record) }
        }
        #expect(read == records && buffer.isEmpty)
    }

    @Test(
        arguments: [
            [120, 0, 0], [99, 0xff, 0xff], [99, 0x20, 0x01], [100, 0, 0], [100, 0, 2, 1, 1], [101, 0, 1, 0],
        ] as [[UInt8]])
    func `rejects a malformed record`(bytes: [UInt8]) {
        var bytes = bytes
        #expect(throws: WorkerRecordError()) { try WorkerRecord.take(from: &bytes) }
    }

    @Test func `truncates a code longer than 8192 bytes`() throws {
        var bytes = WorkerRecord.code(Array(repeating: 1, count: 9000)).bytes
        #expect(try WorkerRecord.take(from: &bytes) == .code(Array(repeating: 1, count: 8192)))
    }
}
