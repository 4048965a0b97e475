// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The errors in a file of many entries, reported together.
package struct InputDiagnostics: Sendable {
    private let origin: String
    /// One per error, with the file's name and the line number.
    package private(set) var lines: [FailureDetail] = []
    /// The entries with errors.
    private var entries: Set<Int> = []

    /// - Parameter origin: the file's name, escaped.
    package init(_ origin: String) { self.origin = origin }

    package var isEmpty: Bool { lines.isEmpty }

    package mutating func add(line: Int, _ message: Wording) {
        entries.insert(line)
        lines.append(FailureDetail(origin, line: line, message))
    }

    /// Records an entry's error and returns nil; rethrows errors that are not about the input (no network, no journal).
    package mutating func collect<Value>(line: Int, _ read: () throws(Failure) -> Value) throws(Failure) -> Value? {
        do { return try read() } catch {
            guard error.kind == .badInput || error.kind == .usage else { throw error }
            add(line: line, error.wording)
            return nil
        }
    }

    /// Throws a failure with all errors in its details, unless there are none.
    package func raise(of total: Int, _ what: String, hint: Wording? = nil) throws(Failure) {
        guard !lines.isEmpty else { return }
        throw Failure(
            .badInput, "\(origin): \(entries.count) of \(total) \(what) cannot be used; nothing was done", hint: hint,
            details: lines)
    }
}
