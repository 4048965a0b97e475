// SPDX-License-Identifier: Apache-2.0

/// What an accepted input shows to be untrue.
package struct BrokenPromise: Error, Hashable {
    package let message: String

    init(_ message: String) { self.message = message }

    /// Throws when something that has to hold does not.
    static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(BrokenPromise) {
        if !holds { throw BrokenPromise(message()) }
    }
}
