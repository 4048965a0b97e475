// SPDX-License-Identifier: Apache-2.0
import SafeFiles
package import SodiumKit
package import Stellar

/// A folder of key files, one for each key, each sealed under a PIN of its own.
package struct Vault: Sendable {
    /// The folder; made when the first key is.
    package let folder: String
    let limits: PasswordHash.Limits

    /// - Parameter limits: anything but `standard` is for tests, and only they can make it.
    package init(folder: String, limits: PasswordHash.Limits = .standard) {
        self.folder = folder
        self.limits = limits
    }

    /// Keeps a key. Of several that are made under one name at once, exactly one is kept.
    ///
    /// - Parameter created: now.
    /// - Throws: `.weakPIN`, `.nameInUse`, `.sodium`, `.file`; nothing was kept then.
    package func create(
        _ name: KeyName, secret: borrowing KeySecret, pin: borrowing SecretBytes, created: Timestamp,
        parameters: PasswordHash.Parameters = .moderate, secondFactor: borrowing SecretBytes? = nil,
        randomness: some Randomness = SystemRandomness()
    ) throws(VaultError) -> CreatedKey {
        try checkPIN(pin)
        try checkIsFree(name)
        let start = ContinuousClock.now
        let file = try seal(
            name, secret: secret, pin: pin, created: created, parameters: parameters, secondFactor: secondFactor,
            randomness: randomness)
        let elapsed = ContinuousClock.now - start
        try keep(file, secret: secret)
        return CreatedKey(info: file.info, sealing: elapsed)
    }

    /// All keys, in the order of their names. A file that does not read as a key is listed with what is wrong with it;
    /// files that are no key files are left out.
    ///
    /// - Throws: `.file` when the folder cannot be read; a folder that is not there has no keys.
    package func list() throws(VaultError) -> [ListedKey] {
        let files: [String]
        do {
            files = try SafeFiles.names(in: folder)
        } catch .notFound {
            return []
        } catch {
            throw .file(error)
        }
        let names = files.filter { $0.hasSuffix(Self.suffix) }
            .compactMap { try? KeyName(String($0.dropLast(Self.suffix.count))) }
        return names.sorted().map { name in
            ListedKey(name: name, info: Result { () throws(VaultError) in try info(name) })
        }
    }

    /// What the file of a key tells without a PIN.
    ///
    /// - Throws: `.noSuchKey`, `.damaged`, `.misplaced`, `.unsupportedVersion`, `.unsupportedFeature`, `.file`.
    package func info(_ name: KeyName) throws(VaultError) -> KeyInfo {
        try read(name).info
    }

    /// Opens a key with its PIN, which takes as long as the file's parameters ask for.
    ///
    /// - Throws: `.cannotOpen` for a wrong PIN and for damage that cannot be told from it; what `info` throws; `.sodium`
    ///   for parameters out of bounds and for too little memory.
    package func unlock(
        _ name: KeyName, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> UnlockedKey {
        let file = try read(name)
        let secret = try open(file, pin: pin, secondFactor: secondFactor)
        do throws(SodiumError) {
            guard let key = try UnlockedKey(info: file.info, seed: try secret.signingSeed()) else { throw .cannotOpen }
            return key
        } catch .cannotOpen {
            throw .cannotOpen(name)
        } catch {
            throw .sodium(error)
        }
    }

    /// Removes the file of a key, damaged or not. What the disk keeps of it is beyond this program; it is sealed.
    ///
    /// - Throws: `.noSuchKey`, `.file`.
    package func remove(_ name: KeyName) throws(VaultError) {
        guard SafeFiles.exists(path(name)) else { throw noSuchKey(name) }
        do throws(FileError) {
            let lock = try VaultLock(folder: folder)
            defer { withExtendedLifetime(lock) {} }
            try SafeFiles.remove(path(name))
            // Where there is a journal the seal stays: it tells the other keys who has signed lines that they have not seen yet.
            let seal = SafeFiles.exists(folder + "/journal") ? [] : [VaultState.path(folder, name)]
            for path in seal + [PINTries.path(folder, name)] where SafeFiles.exists(path) { try SafeFiles.remove(path) }
        } catch .notFound {
            throw noSuchKey(name)
        } catch {
            throw .file(error)
        }
    }
}
