// SPDX-License-Identifier: Apache-2.0

import CSodium

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Argon2id: derives a key from a PIN or passphrase, and makes guessing expensive.
///
/// - Source: RFC 9106; libsodium `crypto_pwhash`, algorithm Argon2id version 1.3, one lane.
package enum PasswordHash {
    /// Bytes in a salt.
    package static let saltLength = 16
    /// The shortest key that Argon2id derives, in bytes.
    package static let shortestKey = 16

    /// Derives a key of `length` bytes.
    ///
    /// - Parameter salt: 16 bytes, new for every key.
    /// - Throws: `.wrongLength` for a salt of another length or a key shorter than 16 bytes, `.outOfMemory`.
    package static func derive(
        secret: borrowing SecretBytes, salt: [UInt8], parameters: Parameters, length: Int
    ) throws(SodiumError) -> SecretBytes {
        guard salt.count == saltLength else { throw .wrongLength(found: salt.count, expected: saltLength) }
        guard length >= shortestKey else { throw .wrongLength(found: length, expected: shortestKey) }
        // Checked before libsodium touches the pages: a system that overcommits memory would kill the process instead.
        guard parameters.memory <= PhysicalMemory.bytes else { throw .outOfMemory(bytes: parameters.memory) }
        var key = try SecretBytes(count: length)
        let status = secret.withBytes { secret in
            key.withMutableBytes { key in
                crypto_pwhash(
                    key.octets, UInt64(key.count),
                    UnsafeRawPointer(secret.octets).assumingMemoryBound(to: CChar.self), UInt64(secret.count), salt,
                    UInt64(parameters.passes), Int(parameters.memory), crypto_pwhash_ALG_ARGON2ID13)
            }
        }
        guard status == 0 else { throw .outOfMemory(bytes: parameters.memory) }
        return key
    }
}

extension PasswordHash {
    /// The range of parameters with which a box may be sealed and opened.
    ///
    /// Only this library can create limits other than `standard`, and only its tests and those of the vault do, because
    /// they cannot spend a second on every flipped bit. Every program refuses a box made below the floor.
    package struct Limits: Hashable, Sendable {
        let floor: Parameters
        let ceiling: Parameters

        /// At least `Parameters.moderate`, at most 16 passes and 4 GiB: a forged header can cost minutes, not hours.
        package static let standard = Limits(floor: .moderate, ceiling: Parameters(passes: 16, memory: 4 << 30))

        /// Refuses parameters outside the limits.
        ///
        /// - Throws: `.weakParameters`, `.excessiveParameters`.
        package func check(_ parameters: Parameters) throws(SodiumError) {
            guard parameters.passes >= floor.passes, parameters.memory >= floor.memory else {
                throw .weakParameters(parameters)
            }
            guard parameters.passes <= ceiling.passes, parameters.memory <= ceiling.memory else {
                throw .excessiveParameters(parameters)
            }
        }
    }
}

extension PasswordHash.Parameters {
    /// Parameters that take this machine about a second, by measurement; at least `moderate`, at most the ceiling for
    /// opening.
    ///
    /// Doubles the memory first, up to a quarter of the machine's, since memory costs an attacker most.
    package static func measured(second: Duration = .seconds(1)) throws(SodiumError) -> PasswordHash.Parameters {
        let ceiling = PasswordHash.Limits.standard.ceiling
        var parameters = moderate
        var time = try PasswordHash.time(parameters)
        while parameters.memory * 2 <= min(ceiling.memory, PhysicalMemory.bytes / 4), time * 2 <= second {
            parameters = PasswordHash.Parameters(passes: parameters.passes, memory: parameters.memory * 2)
            time = try PasswordHash.time(parameters)
        }
        let pass = time / Int(parameters.passes)
        let passes = UInt32(min(Double(ceiling.passes), max(Double(parameters.passes), (second / pass).rounded(.down))))
        return PasswordHash.Parameters(passes: passes, memory: parameters.memory)
    }
}

extension PasswordHash {
    fileprivate static func time(_ parameters: Parameters) throws(SodiumError) -> Duration {
        let secret = try SecretBytes(count: 8)
        let start = ContinuousClock.now
        _ = try derive(
            secret: secret, salt: [UInt8](repeating: 0, count: saltLength), parameters: parameters, length: 32)
        return max(.milliseconds(1), ContinuousClock.now - start)
    }
}

extension PasswordHash {
    /// The cost parameters of Argon2id.
    package struct Parameters: Hashable, Sendable {
        /// Passes over the memory (libsodium: opslimit).
        package let passes: UInt32
        /// Memory to fill, in bytes (libsodium: memlimit); only whole KiB count.
        package let memory: UInt64

        /// Accepts any numbers; `Limits` checks them.
        package init(passes: UInt32, memory: UInt64) {
            self.passes = passes
            self.memory = memory
        }

        /// 3 passes over 256 MiB: the minimum for a stored key.
        package static let moderate = Parameters(passes: 3, memory: 256 << 20)
        /// 4 passes over 1 GiB: about four to six times the work.
        package static let sensitive = Parameters(passes: 4, memory: 1 << 30)

        /// A description such as "3 passes over 256 MiB".
        package var text: String {
            memory % (1 << 20) == 0
                ? "\(passes) passes over \(memory >> 20) MiB" : "\(passes) passes over \(memory) bytes"
        }
    }
}

/// The amount of memory in this machine.
enum PhysicalMemory {
    /// In bytes; `UInt64.max` when the system does not report it.
    static let bytes: UInt64 = {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        let size = sysconf(Int32(_SC_PAGESIZE))
        guard pages > 0, size > 0 else { return .max }
        return UInt64(pages) * UInt64(size)
    }()
}
