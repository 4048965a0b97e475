// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Workspace

extension Desk {
    /// Tells pages of what other programs did with the journal, once a second until the task is cancelled.
    package func watchJournal() async throws {
        var known = journalState()
        var seconds = 0
        while true {
            try await Task.sleep(for: .seconds(1))
            let state = journalState()
            if state != known {
                known = state
                jobs.expire(olderThan: .seconds(5)) { [.check, .signatures, .overview].contains($0.kind) }
                changes.post()
            }
            seconds += 1
            followTransfers()
            if seconds % 10 == 0 { changes.pulse() }
            // Pages that are open show balances and payments that are not older than this; public servers limit the requests of an hour.
            if seconds % 60 == 0, changes.count > 0 { changes.post() }
        }
    }

    /// Size and time of the journal's files, which every change of it changes.
    private func journalState() -> [Int64] {
        guard let path = try? context.journals().path else { return [] }
        return ["", "-wal"].flatMap { end -> [Int64] in
            var status = stat()
            guard stat(path + end, &status) == 0 else { return [0, 0, 0] }
            return [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
        }
    }
}
