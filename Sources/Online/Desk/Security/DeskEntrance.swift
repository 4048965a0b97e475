// SPDX-License-Identifier: Apache-2.0

/// Where another program of this user leaves a key for a desk that runs.
package protocol DeskEntrance: Sendable {
    /// The SHA-256 hash of the key that was left, once; nil if there is none.
    func takeKeyHash() -> [UInt8]?

    /// A key has admitted a browser: what leads there is of no use any more.
    func wasUsed()
}
