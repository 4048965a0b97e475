// SPDX-License-Identifier: Apache-2.0

extension AccountRecord.Flags {
    /// - Parameters:
    ///   - clear: bits of the protocol's `AccountFlags`; disjoint from `set`.
    mutating func change(clear: UInt32, set: UInt32) {
        func changed(_ flag: Bool, _ bit: UInt32) -> Bool { (flag && clear & bit == 0) || set & bit != 0 }
        authRequired = changed(authRequired, 1)
        authRevocable = changed(authRevocable, 2)
        authImmutable = changed(authImmutable, 4)
        authClawbackEnabled = changed(authClawbackEnabled, 8)
    }
}
