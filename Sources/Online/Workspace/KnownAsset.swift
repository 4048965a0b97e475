// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

/// A widely used asset. The list makes no statement about an asset's value or its issuer.
package struct KnownAsset: Sendable {
    package let network: Network
    package let text: String
    /// The domain whose stellar.toml lists it.
    package let homeDomain: String

    /// All known assets, sorted by network, then by code.
    ///
    /// - Source: the stellar.toml of each home domain; on testnet, that of the test anchor.
    package static let all = [
        KnownAsset(
            network: .public, text: "AQUA:GBNZILSTVQZ4R7IKQDGHYGY2QXL5QOFJYQMXPKWRRM5PAV7Y4M67AQUA",
            homeDomain: "aqua.network"),
        KnownAsset(
            network: .public, text: "EURC:GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2",
            homeDomain: "circle.com"),
        KnownAsset(
            network: .public, text: "SHX:GDSTRSHXHGJ7ZIVRBXEYE5Q74XUVCUSEKEBR7UCHEUUEK72N7I7KJ6JH",
            homeDomain: "stronghold.co"),
        KnownAsset(
            network: .public, text: "USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
            homeDomain: "circle.com"),
        KnownAsset(
            network: .public, text: "yXLM:GARDNV3Q7YGT4AKSDF25LT32YSCCW4EV22Y2TV3I2PU2MMXJTEDL5T55",
            homeDomain: "ultracapital.xyz"),
        KnownAsset(
            network: .testnet, text: "SRT:GCDNJUBQSX7AJWLJACMJ7I4BC3Z47BQUTMHEICZLE6MU4KQBRYG5JY6B",
            homeDomain: "testanchor.stellar.org"),
        KnownAsset(
            network: .testnet, text: "USDC:GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5",
            homeDomain: "testanchor.stellar.org"),
    ]

    package static func on(_ network: Network) -> [KnownAsset] { all.filter { $0.network == network } }
}
