// SPDX-License-Identifier: Apache-2.0

/// How far the journal is: what is written behind it was not there when somebody looked.
package struct JournalMark: Hashable, Sendable {
    /// The numbers of the last rows.
    let request: Int64
    let submission: Int64
}
