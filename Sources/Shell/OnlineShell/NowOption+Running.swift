// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Shell
package import Stellar

extension NowOption {
    /// A clock for the run of the program: a time given by option advances with the time elapsed since.
    package func running() throws(Failure) -> @Sendable () -> Timestamp {
        guard now != nil else { return { Self.clock() } }
        let (told, begun) = (try time(), ContinuousClock.now)
        return {
            let gone = UInt64(max(0, (ContinuousClock.now - begun).components.seconds))
            let (later, isTooLate) = told.seconds.addingReportingOverflow(gone)
            return Timestamp(isTooLate ? .max : later)
        }
    }
}
