// SPDX-License-Identifier: Apache-2.0

/// A job that notes what the user should read while it works.
package protocol NoticeSource {
    /// The notices since the last call, also after an error.
    mutating func takeNotices() -> [Notice]
}
