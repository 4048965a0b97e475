// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Workspace

struct InputDiagnosticsTests {
    @Test func `counts an entry with several errors once`() {
        var diagnostics = InputDiagnostics("f.csv")
        diagnostics.add(line: 2, "a")
        diagnostics.add(line: 2, "b")
        let found = diagnostics
        let failure = #expect(throws: Failure.self) { try found.raise(of: 5, "lines") }
        #expect(failure?.message == "f.csv: 1 of 5 lines cannot be used; nothing was done")
        #expect(failure?.details.map(\.wording.plain) == ["f.csv:2: a", "f.csv:2: b"])
    }

    @Test func `rethrows an error that is not about the input`() {
        var diagnostics = InputDiagnostics("f.csv")
        #expect(throws: Failure(.unreachable, "down")) {
            try diagnostics.collect(line: 1) { () throws(Failure) in throw Failure(.unreachable, "down") }
        }
        #expect(diagnostics.isEmpty)
    }
}
