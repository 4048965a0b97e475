// SPDX-License-Identifier: Apache-2.0

/// A system call that the filter allows, either entirely or under conditions.
package struct SystemCall: Hashable, Sendable {
    /// A requirement for one argument.
    package struct Condition: Hashable, Sendable {
        let argument: UInt32
        let mask: UInt64
        let value: UInt64

        package static func equal(_ argument: UInt32, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: .max, value: value)
        }

        /// Compares the lower 32 bits, for an argument of type int.
        package static func low(_ argument: UInt32, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: 0xffff_ffff, value: value)
        }

        package static func without(_ argument: UInt32, bits: UInt64) -> Condition {
            Condition(argument: argument, mask: bits, value: 0)
        }
    }

    /// The name in section 2 of the manual.
    let name: String
    /// All conditions must hold. To allow several uses, list the call several times.
    let conditions: [Condition]

    package init(_ name: String, _ conditions: Condition...) {
        self.name = name
        self.conditions = conditions
    }
}
