// SPDX-License-Identifier: Apache-2.0

/// How long the asset contract lets its entries live, in ledgers.
///
/// - Source: rs-soroban-env stellar_asset_contract/storage_types.rs.
enum AssetLifetime {
    static let day: UInt32 = 17_280
    static let instance = 7 * day
    static let balance = 30 * day
}
