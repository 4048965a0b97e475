// SPDX-License-Identifier: Apache-2.0

/// A system call that is left to a program, or only some uses of it.
package struct SystemCall: Hashable, Sendable {
    /// What has to hold for one argument.
    package struct Condition: Hashable, Sendable {
        let argument: UInt32
        let mask: UInt64
        let value: UInt64

        package static func equal(_ argument: UInt32, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: .max, value: value)
        }

        /// Of an argument that is an int the upper half is no part.
        package static func low(_ argument: UInt32, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: 0xffff_ffff, value: value)
        }

        package static func without(_ argument: UInt32, bits: UInt64) -> Condition {
            Condition(argument: argument, mask: bits, value: 0)
        }
    }

    /// As section 2 of the manual calls it.
    let name: String
    /// All of them have to hold. Whoever lists a call several times allows each of these uses.
    let conditions: [Condition]

    package init(_ name: String, _ conditions: Condition...) {
        self.name = name
        self.conditions = conditions
    }
}
