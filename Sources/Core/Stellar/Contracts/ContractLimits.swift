// SPDX-License-Identifier: Apache-2.0

/// The maximum sizes of what is read about a contract; the network's own limits are smaller.
package enum ContractLimits {
    /// A WebAssembly module, in bytes. The network accepts 131,072.
    package static let module = 1 << 18
    /// The sections of a module. Standard sections occur once; contracts have three or four custom ones.
    package static let sections = 1024
    /// The entries of a spec.
    package static let entries = 4096
    /// The nesting of a value, in which each type around a part counts.
    package static let depth = 256
    /// Options and Results around one part of a value: they take a step each, but no part of the value.
    package static let wrappers = 8
    /// The text of a type, in bytes.
    package static let typeText = 200
    /// An argument, in bytes. A transaction holds 132,096 bytes.
    package static let argument = 1 << 19
    /// The words of a call.
    package static let words = 4096
}
