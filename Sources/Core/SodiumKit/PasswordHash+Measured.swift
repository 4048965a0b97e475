// SPDX-License-Identifier: Apache-2.0

extension PasswordHash.Parameters {
    /// Parameters that take this machine about a second, by measurement; at least `moderate`, at most the ceiling for opening.
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
