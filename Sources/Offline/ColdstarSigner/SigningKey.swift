// SPDX-License-Identifier: Apache-2.0

public import ColdstarStellar

/// A key of a vault, without its secret.
public struct SigningKey: Hashable, Sendable {
    public let name: String
    public let account: Account
}
