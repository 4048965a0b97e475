// SPDX-License-Identifier: Apache-2.0

import Chains
import SafeFiles
import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import XDR

extension Vault {
    static let suffix = ".key"

    func path(_ name: KeyName) -> String { folder + "/" + name.text + Self.suffix }

    /// The error for a key name that does not exist, with the closest existing name as a suggestion.
    func noSuchKey(_ name: KeyName) -> VaultError {
        let names = (try? list().map(\.name.text)) ?? []
        let closest = Suggestion.closest(to: name.text, among: names).flatMap { try? KeyName($0) }
        return .noSuchKey(name, closest: closest)
    }

    func read(_ name: KeyName) throws(VaultError) -> KeyFile {
        let bytes: [UInt8]
        do {
            bytes = try SafeFiles.read(path(name), limit: KeyFile.limit)
        } catch .notFound {
            throw noSuchKey(name)
        } catch .tooLarge {
            throw .damaged(name, reason: "it is larger than any key file")
        } catch {
            throw .file(error)
        }
        return try KeyFile(parsing: bytes, name: name)
    }

    func write(_ file: KeyFile, replacing: Bool = false) throws(VaultError) {
        do {
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(file.bytes, to: path(file.info.name), replacing: replacing)
        } catch .exists {
            throw .nameInUse(file.info.name)
        } catch {
            throw .file(error)
        }
    }

    /// Checks for an existing key before sealing, to save the user the wait. The authoritative check is in `keep`.
    package func checkIsFree(_ name: KeyName) throws(VaultError) {
        if SafeFiles.exists(path(name)) { throw .nameInUse(name) }
    }

    func checkPIN(_ pin: borrowing SecretBytes) throws(VaultError) {
        do {
            try PINPolicy.check(pin)
        } catch {
            throw .weakPIN(error)
        }
    }

    func seal(
        _ name: KeyName, secret: borrowing KeySecret, pin: borrowing SecretBytes, created: Timestamp,
        parameters: PasswordHash.Parameters, secondFactor: borrowing SecretBytes?, randomness: some Randomness
    ) throws(VaultError) -> KeyFile {
        let info = KeyInfo(
            name: name, identity: try newIdentity(of: secret), kind: secret.kind,
            hasSecondFactor: secondFactor != nil, account: secret.account, created: created, parameters: parameters)
        do {
            let box = try SealedBox.seal(
                secret.bytes, passphrase: pin, associatedData: KeyFile.header(info),
                parameters: parameters, secondFactor: secondFactor, randomness: randomness, limits: limits)
            return KeyFile(info: info, box: box)
        } catch {
            throw .sodium(error)
        }
    }

    private func newIdentity(of secret: borrowing KeySecret) throws(VaultError) -> KeyIdentity {
        do { return try secret.identity() } catch .sodium(let error) { throw .sodium(error) } catch {
            throw .secret(error)
        }
    }
}
