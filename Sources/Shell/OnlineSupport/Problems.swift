// SPDX-License-Identifier: Apache-2.0

package import CLISupport

/// Everything wrong with a file of many entries, told at once.
package struct Problems {
    private let origin: String
    private var lines: [String] = []
    /// Entries with something wrong.
    private var places: Set<Int> = []

    /// - Parameter origin: the file's name, escaped.
    package init(_ origin: String) { self.origin = origin }

    package var isEmpty: Bool { lines.isEmpty }

    package mutating func add(line: Int, _ message: String) {
        places.insert(line)
        lines.append("\(origin):\(line): \(message)")
    }

    /// Keeps a fault of the entry. Whatever is no fault of the input (no network, no journal) ends everything.
    package mutating func collect<Value>(line: Int, _ read: () throws(Failure) -> Value) throws(Failure) -> Value? {
        do { return try read() } catch {
            guard error.code == .badInput || error.code == .usage else { throw error }
            add(line: line, error.message)
            return nil
        }
    }

    /// Shows all of them.
    package func say() { if !lines.isEmpty { Console.tell(lines.joined(separator: "\n")) } }

    /// Shows all of them and fails, unless there are none.
    package func raise(of total: Int, _ what: String, hint: String? = nil) throws(Failure) {
        guard !lines.isEmpty else { return }
        say()
        throw Failure(
            .badInput, "\(origin): \(places.count) of \(total) \(what) cannot be used; nothing was done", hint: hint)
    }
}
