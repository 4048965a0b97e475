// SPDX-License-Identifier: Apache-2.0

import Codec
package import Crypto
package import SafeFiles
package import Stellar
import StellarXDR

/// A folder of key files, one per key, each sealed under its own PIN.
package struct Vault: Sendable {
    /// The folder, created with the first key.
    package let folder: String
    let limits: PasswordHash.Limits

    /// - Parameter limits: limits other than `standard` are for tests, and only tests can create them.
    package init(folder: String, limits: PasswordHash.Limits = .standard) {
        self.folder = folder
        self.limits = limits
    }

    /// Stores a key. If several are created concurrently under one name, exactly one is stored.
    ///
    /// - Parameters:
    ///   - created: the current time.
    ///   - kind: where the secret came from, for the journal.
    /// - Throws: `.weakPIN`, `.nameInUse`, `.sodium`, `.file`; the key is not stored then.
    package func create(
        _ name: KeyName, secret: borrowing KeySecret, pin: borrowing SecretBytes, created: Timestamp,
        parameters: PasswordHash.Parameters = .moderate, secondFactor: borrowing SecretBytes? = nil,
        as kind: KeyEvent.Kind = .imported, randomness: some Randomness = SystemRandomness()
    ) throws(VaultError) -> CreatedKey {
        try checkPIN(pin)
        try checkIsFree(name)
        let start = ContinuousClock.now
        let file = try seal(
            name, secret: secret, pin: pin, created: created, parameters: parameters, secondFactor: secondFactor,
            randomness: randomness)
        let elapsed = ContinuousClock.now - start
        try keep(file, secret: secret, as: kind, at: created)
        return CreatedKey(info: file.info, sealing: elapsed)
    }

    /// All keys, sorted by name. A damaged key file is listed with its error; other files are ignored.
    ///
    /// - Throws: `.file` when the folder cannot be read; a missing folder has no keys.
    package func list() throws(VaultError) -> [ListedKey] { try keyFiles().keys }

    /// All key files, as `list` does.
    package func keyFiles() throws(VaultError) -> KeyFiles { keyFiles(try names()) }

    /// The files of these keys.
    func keyFiles(_ names: [KeyName]) -> KeyFiles {
        var keys: [ListedKey] = []
        var digests: [KeyName: [UInt8]] = [:]
        for name in names {
            let (key, digest) = listed(name)
            keys.append(key)
            digests[name] = digest
        }
        return KeyFiles(keys: keys, digests: digests)
    }

    private func names() throws(VaultError) -> [KeyName] {
        do {
            return Self.names(amongFiles: try SafeFiles.names(in: folder))
        } catch .notFound {
            return []
        } catch {
            throw .file(error)
        }
    }

    /// The keys whose files are among these, sorted by name.
    static func names(amongFiles files: [String]) -> [KeyName] {
        files.filter { $0.hasSuffix(suffix) }.compactMap { try? KeyName(String($0.dropLast(suffix.count))) }.sorted()
    }

    /// A key, and SHA-256 of the same bytes of its file; nil for a file that cannot be read.
    private func listed(_ name: KeyName) -> (key: ListedKey, digest: [UInt8]?) {
        do throws(VaultError) {
            let bytes = try bytes(of: name)
            let info = Result { () throws(VaultError) in try KeyFile(parsing: bytes, name: name).info }
            return (ListedKey(name: name, info: info), SHA256.hash(bytes))
        } catch {
            return (ListedKey(name: name, info: .failure(error)), nil)
        }
    }

    /// The public part of a key file, readable without a PIN.
    ///
    /// - Throws: `.noSuchKey`, `.damaged`, `.misplaced`, `.unsupportedVersion`, `.unsupportedFeature`, `.file`.
    package func info(_ name: KeyName) throws(VaultError) -> KeyInfo {
        try read(name).info
    }

    /// Opens a key with its PIN, which takes as long as the file's Argon2id parameters require.
    ///
    /// - Throws: `.cannotOpen` for a wrong PIN or for damage that cannot be distinguished from it; the errors of
    ///   `info`; `.sodium` for parameters out of bounds and for insufficient memory.
    package func unlock(
        _ name: KeyName, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> UnlockedKey {
        // Read again, whatever was read for the review: only these bytes are opened, and the caller compares the key
        // with the reviewed one.
        let file = try read(name)
        let secret = try open(file, pin: pin, secondFactor: secondFactor)
        return try unlocked(file, secret)
    }

    /// Opens a key file and verifies that it contains the key that it names.
    func open(
        _ file: KeyFile, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> KeySecret {
        guard file.info.hasSecondFactor == (secondFactor != nil) else {
            throw .secondFactor(file.info.name, wanted: file.info.hasSecondFactor)
        }
        try file.info.checkSupport()
        let opened: SecretBytes
        do throws(SodiumError) {
            opened = try SealedBox.open(
                file.box, passphrase: pin, associatedData: KeyFile.header(file.info),
                secondFactor: secondFactor, limits: limits)
        } catch {
            throw error == .cannotOpen
                ? .cannotOpen(file.info.name, hasSecondFactor: file.info.hasSecondFactor) : .sodium(error)
        }
        var secret = KeySecret(
            kind: file.info.kind, chain: file.info.chain, account: file.info.account, bytes: opened)
        secret.source = file.info.source
        guard try identity(of: secret, file.info.name) == file.info.identity else { throw .cannotOpen(file.info.name) }
        return secret
    }

    /// The key that a secret gives.
    func unlocked(_ file: KeyFile, _ secret: borrowing KeySecret) throws(VaultError) -> UnlockedKey {
        do throws(SecretError) {
            guard let key = try UnlockedKey(info: file.info, seed: try secret.signingSeed()) else {
                throw .sodium(.cannotOpen)
            }
            return key
        } catch {
            throw VaultError(error, of: file.info.name)
        }
    }

    func identity(of secret: borrowing KeySecret, _ name: KeyName) throws(VaultError) -> KeyIdentity {
        do { return try secret.identity() } catch { throw VaultError(error, of: name) }
    }

    /// Whether there is a file of this key, damaged or not.
    package func has(_ name: KeyName) -> Bool { SafeFiles.exists(path(name)) }

    /// Removes the file of a key, damaged or not. The disk may still contain it, sealed.
    ///
    /// - Throws: `.noSuchKey`, `.file`.
    package func remove(_ name: KeyName) throws(VaultError) {
        guard has(name) else { throw noSuchKey(name) }
        do throws(FileError) {
            let lock = try VaultLock(folder: folder)
            defer { withExtendedLifetime(lock) {} }
            try SafeFiles.remove(path(name))
            // If there is a journal, the seal stays: it tells the other keys who signed the lines that they have not
            // seen yet.
            let seal = SafeFiles.exists(folder + "/journal") ? [] : [VaultState.path(folder, name)]
            for path in seal + [PINTries.path(folder, name)] where SafeFiles.exists(path) { try SafeFiles.remove(path) }
        } catch .notFound {
            throw noSuchKey(name)
        } catch {
            throw .file(error)
        }
    }
}

extension Vault {
    static let suffix = ".key"

    func path(_ name: KeyName) -> String { folder + "/" + name.text + Self.suffix }

    /// The error for a key name that does not exist, with the closest existing name as a suggestion.
    func noSuchKey(_ name: KeyName) -> VaultError {
        let closest = Suggestion.closest(to: name.text, among: ((try? names()) ?? []).map(\.text)).flatMap {
            try? KeyName($0)
        }
        return .noSuchKey(name, closest: closest)
    }

    func read(_ name: KeyName) throws(VaultError) -> KeyFile {
        try KeyFile(parsing: try bytes(of: name), name: name)
    }

    private func bytes(of name: KeyName) throws(VaultError) -> [UInt8] {
        do {
            return try SafeFiles.read(path(name), limit: KeyFile.limit)
        } catch .notFound {
            throw noSuchKey(name)
        } catch .tooLarge {
            throw .damaged(name, reason: "it is larger than any key file")
        } catch {
            throw .file(error)
        }
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
        if has(name) { throw .nameInUse(name) }
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
            hasSecondFactor: secondFactor != nil, account: secret.account, source: secret.source, created: created,
            parameters: parameters)
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

/// The key files of a vault, as they were read at one time.
package struct KeyFiles: Sendable {
    /// Sorted by name; a damaged key file is listed with its error.
    package let keys: [ListedKey]
    /// SHA-256 of the files that can be read, from the same bytes as `keys`.
    let digests: [KeyName: [UInt8]]
}

/// A lock held while lists and seals are changed, so that two programs do not change them at once.
package struct VaultLock: ~Copyable {
    private let lock: FileLock

    /// Waits for the lock of a vault, and creates the folder if necessary.
    package init(folder: String) throws(FileError) {
        try SafeFiles.createFolder(folder)
        lock = try FileLock(path: Self.path(folder))
    }

    /// Waits until no program is changing the vault, and prevents changes while the lock is held. For readers.
    init(reading folder: String) throws(FileError) { lock = try FileLock(reading: Self.path(folder)) }

    static func path(_ folder: String) -> String { folder + "/state.lock" }
}
