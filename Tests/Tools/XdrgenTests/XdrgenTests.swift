// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import xdrgen

struct XdrgenTests {
    private func generated(_ schema: String) throws(SchemaError) -> [String: String] {
        try Xdrgen.generated(from: [("test.x", Array(schema.utf8))])
    }

    @Test func `a structure becomes a struct with its fields`() throws {
        let files = try generated("struct P { int a; unsigned hyper b; opaque c[4]; P* d; string e<>; P f<3>; };")
        let text = try #require(files["P.swift"])
        for line in [
            "package var a: Int32", "package var b: UInt64", "package var c: FixedOpaque<4>", "package var d: P?",
            "package var e: Opaque<2147483647>", "package var f: BoundedArray<P, 3>", "reader.descend",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test func `an enum's members lose their common prefix`() throws {
        let files = try generated("enum MemoType { MEMO_NONE = 0, MEMO_RETURN = 4 };")
        #expect(try #require(files["MemoType.swift"]).contains("case `return` = 4"))
        #expect(Naming.member("txBAD_SEQ", dropping: "") == "txBadSeq")
        #expect(Naming.member("opINNER", dropping: "") == "opInner")
    }

    @Test func `a recursive union is generated as indirect`() throws {
        let files = try generated(
            "enum K { K_A = 0, K_B = 1 }; union U switch (K k) { case K_A: void; case K_B: U* inner; };")
        #expect(try #require(files["U.swift"]).contains("indirect enum U"))
    }

    @Test(arguments: [
        ("struct P { Q q; };", "Q is not defined"), ("struct P { int a; ", "the file ends"),
        ("enum E { A = 1, B = 1 };", "repeats"),
        ("struct P { int a; }; struct P { int b; };", "already defined"),
        ("union U switch (int v) { default: void; };", "case"),
        ("struct P { int a; } /* ", "not closed"), ("banana P;", "begins no definition"),
        ("const A = x;", "neither a number"),
        ("struct P { opaque a[?]; };", "unexpected byte"), ("struct P { opaque a[33]; };", "in place"),
        ("enum E { A = 99999999999 };", "32 bits"),
    ])
    func `rejects an invalid schema with the line number`(schema: String, complaint: String) throws {
        let error = #expect(throws: SchemaError.self) { try generated("\n" + schema) }
        #expect(error?.what.contains(complaint) == true, "\(String(describing: error))")
        #expect(error?.line == 2)
    }
}
