// SPDX-License-Identifier: Apache-2.0

import Anchors
import Codec
import Synchronization

/// The sessions of the ramp that pages of this desk follow, and the commands that wait for their pages.
///
/// Everything but these commands, and a signature that the frame has not taken yet, is in the journal.
final class RampBoard: Sendable {
    private struct State {
        var entries: [Int64: RampEntry] = [:]
        var waiting: [Int64: [PageCommand]] = [:]
    }

    private let state = Mutex(State())

    /// Lets something happen to a session; its records are on the disk when this returns. The commands wait for the session's page.
    func advance(
        _ number: Int64, in journal: RampJournal, _ change: (inout RampSession) throws(Failure) -> RampReaction
    ) throws(Failure) -> RampEntry {
        let result = state.withLock { state -> Result<RampEntry, Failure> in
            do throws(Failure) {
                var entry: RampEntry
                if let known = state.entries[number] { entry = known } else { entry = try journal.entry(number) }
                let page = entry.session.page
                let commands: [PageCommand]
                do throws(Failure) { commands = try journal.advance(&entry, change) } catch {
                    // Another program may have gone on with it: the next call reads it again.
                    let isCurrent = (try? journal.entry(number))?.session.count == entry.session.count
                    state.entries[number] = isCurrent ? entry : nil
                    throw error
                }
                state.entries[number] = entry
                // What waited for an earlier page is not for the frame of this one.
                if entry.session.page != page { state.waiting[number] = nil }
                state.waiting[number, default: []] += commands
                return .success(entry)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The commands that wait for a page, which gets each once.
    func take(_ number: Int64, page: String) -> [PageCommand] {
        state.withLock { state in
            guard let session = state.entries[number]?.session, session.page == page || session.isEnded else {
                return []
            }
            return state.waiting.removeValue(forKey: number) ?? []
        }
    }
}
