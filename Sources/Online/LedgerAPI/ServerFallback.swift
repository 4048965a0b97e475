// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP

/// The policy for waiting for servers that ask for time.
package struct RetryBudget: Sendable {
    /// Waits for that many seconds and returns true; returns false at once when that is too long.
    package let waits: @Sendable (_ seconds: UInt64) -> Bool

    package init(_ waits: @escaping @Sendable (_ seconds: UInt64) -> Bool) { self.waits = waits }

    package static let none = RetryBudget { _ in false }
}

/// Why a server gave no answer.
protocol ServerError: Error {
    /// Whether only this server, or only at the moment, cannot answer, so that another one may.
    var isAbsence: Bool { get }

    /// Seconds after which to try an overloaded server again; nil for other errors.
    var pause: UInt64? { get }
}

extension HorizonError: ServerError {}
extension RPCError: ServerError {}

extension RetryBudget {
    /// Asks a server, then the following ones while one is unavailable; if none answers, all again after the shortest
    /// pause that one asks for.
    ///
    /// - Parameters:
    ///   - count: the number of servers.
    ///   - first: the index of the server to begin with.
    func firstAnswer<Value, Absence: ServerError>(
        of count: Int, from first: Int, _ ask: (_ server: Int) throws(Absence) -> Value
    ) throws(Absence) -> Value {
        var absences: [Absence] = []
        repeat {
            absences = []
            for offset in 0..<count {
                do throws(Absence) { return try ask((first + offset) % count) } catch {
                    guard error.isAbsence else { throw error }
                    absences.append(error)
                }
            }
        } while waits(after: absences)
        throw absences[0]
    }

    /// Waits for the shortest pause that a failed server asks for; false when none asks for one, or it exceeds the
    /// budget.
    func waits(after absences: [some ServerError]) -> Bool {
        guard let pause = absences.compactMap(\.pause).min() else { return false }
        return waits(pause)
    }
}

extension HTTPURL {
    /// The URLs of servers, each once.
    ///
    /// - Parameter name: of the API, for errors.
    static func servers(_ urls: [String], of name: String) throws(Failure) -> [HTTPURL] {
        var bases: [HTTPURL] = []
        for text in urls {
            let base: HTTPURL
            do { base = try HTTPURL(text) } catch { throw Failure(.usage, "the \(name) URL: \(error.message)") }
            if !bases.contains(where: { $0.hasSameOrigin(as: base) && $0.path == base.path }) { bases.append(base) }
        }
        return bases
    }
}
