// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import Crypto
import Handoff
import Signing
import Stellar
import StellarXDR
import Vault

/// A folder of keys behind PINs, with the record of what they signed, the book of known accounts, and the policy.
///
/// Use it on a machine without a network. Nothing here opens a connection.
public struct SigningVault: Sendable {
    private let vault: Vault

    /// - Parameter folder: created with the first key.
    public init(folder: String) { vault = Vault(folder: folder) }

    /// All keys of Stellar that can be read, sorted by name.
    public func keys() throws(ColdstarError) -> [SigningKey] {
        do {
            return try vault.list().compactMap { key in
                (try? key.info.get())?.publicKey.map {
                    SigningKey(name: key.name.text, account: Account(MuxedAccount($0)))
                }
            }
        } catch {
            throw ColdstarError(error)
        }
    }

    /// Creates a key from a new mnemonic of 24 words.
    ///
    /// - Parameters:
    ///   - name: letters, digits, `_` and `-`.
    ///   - pin: at least six digits, or better a passphrase.
    ///   - words: gets the mnemonic, once, after the key was stored: it is the only backup that does not need the PIN.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/refused`` for a weak PIN,
    ///   ``/ColdstarStellar/ColdstarError/Kind/notWritten`` for a name in use.
    public func createKey(
        named name: String, pin: borrowing Secret, showing words: (borrowing Secret) -> Void
    ) throws(ColdstarError) -> SigningKey {
        do {
            let entered = try EnteredPIN(pin)
            let stored = try KeyStore(vault).makeKey(
                try KeyName(typed: name), now: KernelClock().wall(), sealedBy: entered
            ) { () throws(Failure) in
                do { return try Mnemonic.generate(words: .twentyFour) } catch { throw Failure(any: error) }
            } show: { text, _ in
                words(Secret(text))
            }
            return try SigningKey(stored)
        } catch {
            throw ColdstarError(Failure(any: error))
        }
    }

    /// Stores a secret key (`S…`) or a mnemonic as a key.
    ///
    /// - Parameters:
    ///   - name: letters, digits, `_` and `-`.
    ///   - secret: as text; no error repeats it.
    ///   - pin: at least six digits, or better a passphrase.
    public func importKey(
        named name: String, from secret: borrowing Secret, pin: borrowing Secret
    ) throws(ColdstarError) -> SigningKey {
        do {
            let entered = try EnteredPIN(pin)
            let stored = try KeyStore(vault).importKey(
                try KeyName(typed: name), now: KernelClock().wall(), sealedBy: entered
            ) { () throws(Failure) in try KeyStore.secret(in: secret.bytes, account: 0, passphrase: nil) }
            return try SigningKey(stored)
        } catch {
            throw ColdstarError(Failure(any: error))
        }
    }

    /// Stores the key that its shares (SLIP-39) give, of Coldstar or another program.
    ///
    /// - Parameters:
    ///   - name: letters, digits, `_` and `-`.
    ///   - shares: one a line; no error repeats a word of them, but for the two that name the set.
    ///   - account: that the shares have to give. They do not say whether they are of words, a secret key or a wallet's
    ///     seed, nor of which of its first 20 accounts: what gives this account is stored.
    ///   - passphrase: of the shares, which is not that of the words; nil for none.
    ///   - pin: at least six digits, or better a passphrase.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for too few shares, shares that do not belong
    ///   together, and shares of another account; nothing was stored then.
    public func restoreKey(
        named name: String, fromShares shares: borrowing Secret, of account: Account,
        passphrase: borrowing Secret? = nil, pin: borrowing Secret
    ) throws(ColdstarError) -> SigningKey {
        do {
            let entered = try EnteredPIN(pin)
            let secret: SecretBytes? =
                switch passphrase {
                case .some(let passphrase): try passphrase.bytes.copy()
                case nil: nil
                }
            var collected = CollectedShares()
            try collected.take(linesOf: shares.bytes, from: "the shares")
            let terms = ShareTerms(account: nil, expected: try KeyIdentity(typed: account.address, on: .stellar))
            let restored = try KeyStore(vault).restoreKey(
                try KeyName(typed: name), terms: terms, now: KernelClock().wall(), sealedBy: entered
            ) { () throws(Failure) in
                try collected.combined()
            } passphrase: { () throws(Failure) in
                switch secret {
                case .some(let secret): do { return try secret.copy() } catch { throw Failure(any: error) }
                case nil: return nil
                }
            } choose: { accounts throws(Failure) in
                accounts[0]
            }
            return try SigningKey(restored.key)
        } catch {
            throw ColdstarError(Failure(any: error))
        }
    }

    /// Reviews a request: the first step of signing.
    ///
    /// - Parameters:
    ///   - request: a Coldstar request, or a transaction in any format that ``/ColdstarStellar/Transaction`` reads.
    ///   - names: the keys that are to sign; empty for the only key, or the one that the transaction needs.
    ///   - network: for a transaction that does not name its network; must not contradict one that does.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for text that is not a request, and
    ///   ``/ColdstarStellar/ColdstarError/Kind/refused`` for a vault that was changed by someone without a PIN.
    public func review(
        _ request: String, by names: [String] = [], on network: ColdstarStellar.Network? = nil
    ) throws(ColdstarError) -> SigningReview {
        do {
            let networks = try network.map { try NetworkSelection(checking: $0.value) } ?? NetworkSelection()
            let machine = KernelClock()
            let terms = SigningTerms(
                vault, keys: names.isEmpty ? nil : try KeySelection(named: names), networks: networks, machine: machine
            ) { GivenTime(machine.wall()) }
            var warnings: [Wording] = []
            let input = try TransactionInput(Array(request.utf8), origin: "the request")
            let job = try SigningJob(.request(input), terms) { event in
                if case .warning(let text) = event { warnings.append(text) }
            }
            return try SigningReview(job, warnings: warnings)
        } catch {
            throw ColdstarError(Failure(any: error))
        }
    }
}

/// A key of a vault, without its secret.
public struct SigningKey: Hashable, Sendable {
    /// The key's name in the vault.
    public let name: String
    /// The account with this key's address.
    public let account: Account
}

extension SigningKey {
    fileprivate init(_ stored: StoredKey) throws {
        self.init(name: stored.info.name.text, account: Account(MuxedAccount(try stored.info.stellarAccount())))
    }
}

/// A new PIN that the program has, for a key without a second factor.
private final class EnteredPIN: NewSealSource {
    private let pin: SecretBytes

    init(_ pin: borrowing Secret) throws(Failure) {
        // A program that counts wrong would otherwise pass a short PIN as a long one.
        guard pin.withBytes({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }) else {
            throw Failure(.badInput, "a PIN has no control characters; leave out the line feed at its end")
        }
        do { self.pin = try pin.bytes.copy() } catch { throw Failure(any: error) }
    }

    let asksForPIN = false

    func newPIN(of key: KeyName) throws(Failure) -> SecretBytes {
        do { return try pin.copy() } catch { throw Failure(any: error) }
    }

    func parameters(usual: PasswordHash.Parameters) -> PasswordHash.Parameters { usual }
    func newFactor(ofOneWith old: Bool) -> SecretBytes? { nil }
}
