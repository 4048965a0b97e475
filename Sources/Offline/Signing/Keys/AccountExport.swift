// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
import StellarXDR
package import Vault

/// A key's account in formats that wallets read.
package enum AccountExport {
    /// How a QR code with an account is written.
    package enum Dialect: String, CaseIterable, Sendable {
        case keystone, lumensigner, coldstar
    }

    /// How an account is written as text: for wallets, for Coldstar's online side, or as the public key file of
    /// minisign.
    package enum Format: String, CaseIterable, Sendable {
        case ur, lumensigner, minisign, coldstar
    }

    /// A key's account as text for a wallet or for minisign.
    ///
    /// - Throws: as `address` does.
    package static func text(_ info: KeyInfo, _ format: Format) throws(Failure) -> String {
        switch format {
        case .ur: try accounts(info).keystoneUR.text
        case .lumensigner: try address(info)
        case .minisign: Minisign.publicKey(try account(info))
        case .coldstar: document(info).json.text()
        }
    }

    /// The content of the QR code that shows a key's account to a wallet.
    ///
    /// - Parameter dialect: nil for Keystone's, or Coldstar's own for a key of another chain.
    /// - Throws: as `address` does.
    package static func content(_ info: KeyInfo, _ dialect: Dialect?) throws(Failure) -> QRContent {
        switch dialect ?? (info.address == nil ? .keystone : .coldstar) {
        case .coldstar: .whole(ListResource.ur(of: Array(document(info).json.text().utf8)))
        case .keystone: .whole(try accounts(info).keystoneUR)
        case .lumensigner: .text(try address(info))
        }
    }

    /// The title of a page with the QR code.
    package static func title(_ info: KeyInfo) -> String {
        "Coldstar \(info.address == nil ? "account" : "address") \(info.identity.text)"
    }

    /// Coldstar's own format, for a key of any chain.
    package static func document(_ info: KeyInfo) -> ChainAccounts {
        ChainAccounts([ChainAccounts.Account(name: info.name.text, identity: info.identity, path: info.path)])
    }

    /// For watch-only wallets: Keystone's format.
    ///
    /// - Throws: `.refused` for a key of another chain.
    package static func accounts(_ info: KeyInfo) throws(Failure) -> WatchOnlyAccounts {
        let account = WatchOnlyAccounts.Account(
            key: try account(info), path: info.account.map { DerivationPath(account: $0) }, name: info.name.text)
        return WatchOnlyAccounts(
            fingerprint: info.fingerprint.map { $0.reduce(0) { $0 << 8 | UInt32($1) } } ?? 0, accounts: [account],
            device: "coldstar")
    }

    /// LumenSigner's format: `address;m/44'/148'/0';G…`
    ///
    /// - Throws: `.badInput` for an imported secret key, which has no path; `.refused` for a key of another chain.
    package static func address(_ info: KeyInfo) throws(Failure) -> String {
        let key = try account(info)
        guard let account = info.account else {
            throw Failure(
                .badInput,
                "\(info.name.text) is an imported secret key without a derivation path, which LumenSigner's format requires",
                hint: "use \(field: .dialect, "keystone")")
        }
        return LumenSigner.address(key, path: DerivationPath(account: account))
    }

    /// The account of a key, which wallets of Stellar want.
    private static func account(_ info: KeyInfo) throws(Failure) -> AccountID {
        guard let account = info.publicKey else {
            throw Failure(
                .refused,
                "\(info.name.text) is a key of \(info.chain.title), and this format is for accounts of Stellar",
                hint: "use \(step: .sign(.exportAccount(key: info.name.text)))")
        }
        return account
    }
}
