// SPDX-License-Identifier: Apache-2.0

extension PasswordHash {
    /// The range of parameters with which a box may be sealed and opened.
    ///
    /// Only this library can create limits other than `standard`, and only its tests and those of the vault do, because they
    /// cannot spend a second on every flipped bit. Every program refuses a box made below the floor.
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
