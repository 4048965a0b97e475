// SPDX-License-Identifier: Apache-2.0

/// A result code of a transaction or an operation, by the name that Horizon gives it.
///
/// Servers may send codes that are not known here, so this is not an enum.
/// - Source: Horizon `internal/codes`.
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// For example `tx_bad_seq` or `op_underfunded`.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}

extension ResultCode: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { rawValue = value }
}
