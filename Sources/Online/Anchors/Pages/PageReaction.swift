// SPDX-License-Identifier: Apache-2.0

/// What follows from an event. The records are kept before the page gets the commands.
package struct PageReaction<Record: Hashable & Sendable>: Hashable, Sendable {
    package var records: [Record] = []
    package var commands: [PageCommand] = []

    package init(commands: [PageCommand] = []) { self.commands = commands }

    package var isEmpty: Bool { records.isEmpty && commands.isEmpty }
}
