// SPDX-License-Identifier: Apache-2.0

package import Codec

extension Submitter.Settings {
    private static let parallelRange = 1...256

    /// The settings that a user wrote.
    ///
    /// - Parameters:
    ///   - wait: seconds.
    ///   - parallel: a number of requests.
    /// - Throws: `.usage` for a text that is not such a number, or above the maximum.
    package init(wait: String, parallel: String, queue: Bool?) throws(Failure) {
        guard let parallel = Int(parallel), Self.parallelRange.contains(parallel) else {
            let (first, last) = (Self.parallelRange.lowerBound, Self.parallelRange.upperBound)
            throw Failure(.usage, .parallel, "must be a number from \(first) to \(last)")
        }
        guard let wait = UInt32(wait) else {
            throw Failure(.usage, .wait, "must be a number of seconds, at most \(UInt32.max)")
        }
        self.init(wait: UInt64(wait), parallel: parallel, queue: queue)
    }
}
