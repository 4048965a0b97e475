// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codec

struct NoticeTests {
    private func line(_ notice: Notice) -> String { notice.line(in: PlainStyle()) }

    @Test func `aligns facts and prefixes notes and warnings`() {
        #expect(line(.fact(.hash, "ab")) == "hash      ab")
        #expect(line(.fact(.maxFee, "7")) == "max fee   7")
        #expect(line(.more(.hash, "more")) == "          more")
        #expect(line(.note(.conversion, "a")) == "note: a")
        #expect(line(.warning(.numberInUse, "b")) == "warning: b")
        #expect(line(.plain(.server, "c")) == "c")
    }

    @Test func `a continued fact keeps its code`() {
        #expect(Notice.more(.words, "x").code == .words && Notice.more(.words, "x").label.isEmpty)
    }
}
