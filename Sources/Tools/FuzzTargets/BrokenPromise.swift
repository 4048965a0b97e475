// SPDX-License-Identifier: Apache-2.0

/// A property that an accepted input violates.
package struct BrokenPromise: Error, Hashable {
    package let message: String

    init(_ message: String) { self.message = message }

    /// Throws if a required property does not hold.
    static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(BrokenPromise) {
        if !holds { throw BrokenPromise(message()) }
    }
}
