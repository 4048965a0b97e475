// SPDX-License-Identifier: Apache-2.0

/// What follows from an input. The records are written to the disk before the page gets the commands.
package struct RampReaction: Hashable, Sendable {
    package internal(set) var records: [RampRecord] = []
    package internal(set) var commands: [RampCommand] = []

    /// Nothing.
    package init() {}

    init(commands: [RampCommand]) { self.commands = commands }

    package var isEmpty: Bool { records.isEmpty && commands.isEmpty }
}
