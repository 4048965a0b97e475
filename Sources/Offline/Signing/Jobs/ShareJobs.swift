// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Stellar
package import Vault

/// What the user says of shares besides their words.
package struct ShareTerms: Sendable {
    /// Accounts that are tried for one that the user named.
    private static let accountsTried: UInt32 = 20

    private let chain: Chain
    private let account: UInt32?
    private let reading: SharedReading?
    private let expected: KeyIdentity?

    /// - Parameters:
    ///   - account: the number of the account; nil for 0, or the one that gives `expected`.
    ///   - reading: how the secret is to be read; nil if `expected` tells, or the user chooses.
    ///   - expected: the account or address that the shares have to give; nil if the user named none.
    package init(chain: Chain = .stellar, account: UInt32?, reading: SharedReading? = nil, expected: KeyIdentity?) {
        self.chain = chain
        self.account = account
        self.reading = reading
        self.expected = expected
    }

    /// The accounts that the secret may be: one if the user says which, otherwise one for each reading.
    ///
    /// - Throws: `.badInput` if none is what the user says.
    func accounts(of secret: borrowing SecretBytes) throws(Failure) -> [SharedAccount] {
        let readings = try readings(ofLength: secret.count)
        guard let expected else {
            var accounts: [SharedAccount] = []
            for reading in readings { accounts += try found(secret, as: reading, account ?? 0).map { [$0] } ?? [] }
            guard accounts.isEmpty else { return accounts }
            throw Failure(.badInput, "the secret of the shares is not a key of \(chain.title)")
        }
        for number in account.map({ $0...$0 }) ?? 0...Self.accountsTried - 1 {
            for reading in readings {
                let account = try found(secret, as: reading, number)
                if let account, account.identity == expected { return [account] }
            }
        }
        var others: [FailureDetail] = []
        for reading in readings {
            guard let account = try found(secret, as: reading, account ?? 0) else { continue }
            others.append(FailureDetail(Wording("read as \(account.text): \(account.identity.text)")))
        }
        throw Failure(
            .badInput, Self.verify, "the shares do not give \(expected.text)",
            hint: "a passphrase, the number of the account or the chain may be missing or wrong", details: others)
    }

    package static let verify = FieldID("verify")
    package static let readAs = FieldID("as")

    private func readings(ofLength length: Int) throws(Failure) -> [SharedReading] {
        let possible = SharedReading.possible(ofLength: length)
        guard let reading else { return possible }
        guard possible.contains(reading) else {
            throw Failure(.badInput, Self.readAs, "a secret of \(length) bytes is not \(reading.meaning)")
        }
        return [reading]
    }

    /// Nil if the secret has no such key, which hardly ever happens.
    private func found(
        _ secret: borrowing SecretBytes, as reading: SharedReading, _ account: UInt32
    ) throws(Failure) -> SharedAccount? {
        do { return try SharedAccount(of: secret, as: reading, chain: chain, account: account) } catch {
            switch error {
            case .noSuchChild, .invalidPrivateKey: return nil
            default: throw Failure(error)
            }
        }
    }

    func secret(_ shared: borrowing SecretBytes, _ account: SharedAccount) throws(Failure) -> KeySecret {
        do {
            return try KeySecret(shared: shared, as: account.reading, chain: chain, account: account.account)
        } catch {
            throw Failure(error)
        }
    }
}

extension SharedReading {
    /// What the shares are of.
    package var meaning: String {
        switch self {
        case .words: "the words of a mnemonic"
        case .key: "a secret key"
        case .seed: "a wallet's seed"
        }
    }
}

extension SharedAccount {
    /// How the secret was read, and the path.
    package var text: String { reading.meaning + (path.map { ", \($0)" } ?? "") }
}

// The jobs that make shares of keys, and keys of shares.
extension KeyStore {
    /// Shares of a key's secret, which were proven to give its account. The journal gets a line about it before, as for
    /// an export.
    ///
    /// - Throws: `.refused` for a wrong PIN.
    package func makeShares(
        of name: KeyName, by scheme: ShareScheme, pin: some PINSource
    ) throws(Failure) -> ShareSheets {
        let info = try info(name)
        let now = pin.clock()
        var fault: VaultError?
        let shares = try pin.opening(info, in: vault) { pin, factor in
            try vault.shares(of: name, by: scheme, pin: pin, secondFactor: factor) { key in
                do throws(VaultError) { try vault.note(.shared, by: key, at: now) } catch { fault = error }
            }
        }
        if let fault { pin.hear(.note(Self.unnoted(fault))) }
        return ShareSheets(key: info, shares: shares)
    }

    /// Stores the key that shares give.
    ///
    /// - Parameters:
    ///   - shares: reads the shares, once the name is known to be free.
    ///   - passphrase: reads the passphrase of the shares, not that of BIP-39; nil for none.
    ///   - choose: one of several accounts, if the terms do not say which it is. The first is the likeliest.
    /// - Throws: `.badInput` for shares that do not give a key, or not the account of the terms; no key was stored
    ///   then.
    package func restoreKey(
        _ name: KeyName, chain: Chain = .stellar, terms: ShareTerms, now: Timestamp, sealedBy seal: some NewSealSource,
        shares: () throws(Failure) -> EncryptedSecret, passphrase: () throws(Failure) -> SecretBytes?,
        choose: ([SharedAccount]) throws(Failure) -> SharedAccount
    ) throws(Failure) -> (key: StoredKey, account: SharedAccount) {
        var chosen: SharedAccount?
        let stored = try importKey(name, chain: chain, now: now, sealedBy: seal, as: .restored) { () throws(Failure) in
            let shared = try Self.shared(try shares(), passphrase)
            let accounts = try terms.accounts(of: shared)
            let account = accounts.count == 1 ? accounts[0] : try choose(accounts)
            chosen = account
            return try terms.secret(shared, account)
        }
        guard let chosen else { preconditionFailure("a key was stored without its secret") }
        return (stored, chosen)
    }

    /// Checks that shares give a key of the vault. Writes nothing.
    ///
    /// - Returns: the key, whose file was not opened.
    /// - Throws: `.badInput` for shares that give another key or none.
    package func drillShares(
        of name: KeyName, shares: () throws(Failure) -> EncryptedSecret,
        passphrase: () throws(Failure) -> SecretBytes?
    ) throws(Failure) -> KeyInfo {
        let key = try info(name)
        let terms = ShareTerms(chain: key.chain, account: key.account, expected: key.identity)
        let shared = try Self.shared(try shares(), passphrase)
        do {
            _ = try terms.accounts(of: shared)
        } catch {
            guard error.field == ShareTerms.verify else { throw error }
            throw Failure(
                .badInput, "the shares are complete, but of another key than \(name.text)",
                hint: "make new ones while the key still opens: \(step: .sign(.makeShares(key: name.text)))",
                details: error.details)
        }
        return key
    }

    private static func shared(
        _ encrypted: consuming EncryptedSecret, _ passphrase: () throws(Failure) -> SecretBytes?
    ) throws(Failure) -> SecretBytes {
        do {
            switch try passphrase() {
            case .some(let passphrase):
                guard EncryptedSecret.isPassphrase(passphrase) else {
                    throw Failure(.badInput, FieldID("passphrase"), "shares have only passphrases of printable ASCII")
                }
                return try encrypted.decrypted(with: passphrase)
            case nil:
                let none = try SecretBytes(count: 0)
                return try encrypted.decrypted(with: none)
            }
        } catch {
            throw Failure(any: error)
        }
    }
}
