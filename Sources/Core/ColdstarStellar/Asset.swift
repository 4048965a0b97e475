// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The native asset (lumens), or a code with the account that issues it.
public struct Asset: Hashable, Sendable, CustomStringConvertible {
    package let value: StellarXDR.Asset

    package init(_ value: StellarXDR.Asset) { self.value = value }

    public static let native = Asset(.native)

    /// - Parameter text: `native`, or `CODE:G…`.
    public init(_ text: String) throws(ColdstarError) {
        do { value = try StellarXDR.Asset(text) } catch { throw ColdstarError(error) }
    }

    /// `native`, or `CODE:G…`.
    public var description: String { value.text }
}
