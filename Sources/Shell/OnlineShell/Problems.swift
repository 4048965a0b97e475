// SPDX-License-Identifier: Apache-2.0

package import Faults
import Shell

/// The problems in a file of many entries, reported together.
package struct Problems {
    private let origin: String
    private var lines: [String] = []
    /// The entries with problems.
    private var places: Set<Int> = []

    /// - Parameter origin: the file's name, escaped.
    package init(_ origin: String) { self.origin = origin }

    package var isEmpty: Bool { lines.isEmpty }

    package mutating func add(line: Int, _ message: String) {
        places.insert(line)
        lines.append("\(origin):\(line): \(message)")
    }

    /// Records an entry's error and returns nil; rethrows errors that are not about the input (no network, no journal).
    package mutating func collect<Value>(line: Int, _ read: () throws(Failure) -> Value) throws(Failure) -> Value? {
        do { return try read() } catch {
            guard error.kind == .badInput || error.kind == .usage else { throw error }
            add(line: line, error.message)
            return nil
        }
    }

    /// Prints all problems.
    package func say() { if !lines.isEmpty { Console.tell(lines.joined(separator: "\n")) } }

    /// Prints all problems and throws, unless there are none.
    package func raise(of total: Int, _ what: String, hint: String? = nil) throws(Failure) {
        guard !lines.isEmpty else { return }
        say()
        throw Failure(
            .badInput, "\(origin): \(places.count) of \(total) \(what) cannot be used; nothing was done", hint: hint)
    }
}
