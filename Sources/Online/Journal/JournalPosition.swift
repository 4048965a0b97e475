// SPDX-License-Identifier: Apache-2.0

/// A position in the journal: rows written after it are newer.
package struct JournalPosition: Hashable, Sendable {
    /// The numbers of the last rows.
    let request: Int64
    let submission: Int64
}
