// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Journal

@Suite(.timeLimit(.minutes(1)))
struct ConcurrencyTests {
    private let home = Home()

    @Test func `concurrent connections create and write one journal without losing records`() async throws {
        let folder = home.online
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let journal = try SQLiteJournal(folder: folder) { 1 }
                    for number in 0..<25 { try journal.record(request(worker * 100 + number)) }
                    _ = try journal.queue(transaction(1))
                    _ = try journal.beginAttempt(hash: hash(1))
                }
            }
            try await group.waitForAll()
        }
        let journal = try home.journal()
        #expect(try journal.requests(limit: 1_000).count == 100)
        let shared = try #require(try journal.submission(hash: hash(1)))
        #expect(shared.attempts == 4 && shared.doubtfulAttempts == 3 && shared.state == .sent)
    }

    @Test func `a writer waits for the write transaction of another process`() throws {
        let journal = try home.journal()
        let holder = Process()
        let (input, output) = (Pipe(), Pipe())
        holder.executableURL = URL(filePath: "/usr/bin/env")
        holder.arguments = [
            "python3", "-c",
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.execute("BEGIN IMMEDIATE")
            c.execute("INSERT INTO event (time, hash, kind, detail) VALUES (1, '\(hash(9))', 'queued', 'by another process')")
            print("held", flush=True)
            sys.stdin.read()
            c.execute("COMMIT")
            """, home.file,
        ]
        (holder.standardInput, holder.standardOutput) = (input, output)
        try holder.run()
        _ = try output.fileHandleForReading.read(upToCount: 4)
        let written = DispatchSemaphore(value: 0)
        let writer = Thread {
            #expect(throws: Never.self) { try journal.record(request(1)) }
            written.signal()
        }
        writer.start()
        #expect(written.wait(timeout: .now() + 0.2) == .timedOut)
        try input.fileHandleForWriting.close()
        written.wait()
        #expect(try journal.events(hash: hash(9)).map(\.detail) == ["by another process"])
        holder.waitUntilExit()
        #expect(try journal.request(hash: hash(1)) == request(1))
    }

    @Test func `a process killed during a write transaction leaves the journal intact`() throws {
        let journal = try home.journal()
        try journal.record(request(1))
        let victim = Process()
        let output = Pipe()
        victim.executableURL = URL(filePath: "/usr/bin/env")
        victim.arguments = [
            "python3", "-c",
            """
            import os, signal, sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.execute("BEGIN IMMEDIATE")
            c.execute("UPDATE request SET document = 'half'")
            print("held", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
            """, home.file,
        ]
        victim.standardOutput = output
        try victim.run()
        victim.waitUntilExit()
        #expect(try home.journal().request(hash: hash(1)) == request(1))
    }
}
