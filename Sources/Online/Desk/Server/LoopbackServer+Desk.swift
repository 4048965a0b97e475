// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LoopbackHTTP

extension LoopbackServer {
    /// Serves a desk to this user until `end` returns.
    ///
    /// - Parameters:
    ///   - folder: the user's online folder, in which another program can leave a key for this desk.
    ///   - again: asks for a new key, each time.
    ///   - ready: called with the address that admits one browser, once: at the start, and for each new key.
    package func serve(
        _ settings: Desk.Settings, in folder: String, again: AsyncStream<Void>,
        until end: @Sendable @escaping () async -> Void,
        ready: @Sendable @escaping (String, EntranceFiles) throws(Failure) -> Void
    ) async throws(Failure) {
        let port = port
        let files = EntranceFiles(folder: folder, port: port)
        let announcement = try files.announce()
        let key = DeskGuard.secret()
        var settings = settings
        settings.entrance = files
        let desk = Desk(settings, guard: DeskGuard(port: port, key: key, session: DeskGuard.secret()))
        try ready(DeskGuard.address(port: port, key: key), files)
        try await run(
            DeskHandler(desk), for: .owner(others: DeskHandler.plain(403, "This is another user's desk.")),
            beside: {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await desk.watchJournal() }
                    group.addTask {
                        for await _ in again { try ready(DeskGuard.address(port: port, key: desk.newKey()), files) }
                    }
                    try await group.waitForAll()
                }
            },
            until: {
                await end()
                desk.close()
            })
        announcement.end()
    }
}
