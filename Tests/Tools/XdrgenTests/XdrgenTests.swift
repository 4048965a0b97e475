// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import xdrgen

struct XdrgenTests {
    private func module(_ name: String, _ schema: String) -> Xdrgen.Module {
        Xdrgen.Module(name: name, files: [("test.x", Array(schema.utf8))])
    }

    private func generated(_ schema: String) throws(SchemaError) -> [String: String] {
        try Xdrgen.generated(module("Test", schema))
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

    private static let base = "const MAX = 2; typedef int int32; struct Q { int a; }; typedef Q R; enum E { E_A = 0 };"

    private func importing(_ schema: String) throws(SchemaError) -> [String: String] {
        try Xdrgen.generated(module("TopXDR", schema), importing: [module("BaseXDR", Self.base)])
    }

    @Test func `imported types are used and not generated`() throws {
        let files = try importing("struct P { Q q<MAX>; };")
        #expect(files.keys.sorted() == ["P.swift", "WireType+TopXDR.swift"])
        let text = try #require(files["P.swift"])
        #expect(text.contains("package import BaseXDR\npackage import StellarXDR\n"))
        #expect(text.contains("package var q: BoundedArray<Q, 2>"))
        let index = try #require(files["WireType+TopXDR.swift"])
        #expect(index.contains("package import BaseXDR") && index.contains("package static let topXDR"))
        #expect(!index.contains("\"Q\""))
    }

    @Test func `a file imports the modules whose types it names, and no others`() throws {
        let files = try importing(
            "struct N { int32 n; N* next; }; typedef R S; struct V { S s; }; union U switch (E e) { case E_A: void; };")
        #expect(try #require(files["N.swift"]).contains("BaseXDR") == false)
        for name in ["S.swift", "U.swift"] {
            #expect(try #require(files[name]).contains("package import BaseXDR\n"), "\(name)")
        }
        // V declares nothing with a type of BaseXDR, but decodes one.
        #expect(try #require(files["V.swift"]).contains("\nimport BaseXDR\n"))
        #expect(try #require(files["S.swift"]).contains("import StellarXDR\n") == false)
    }

    @Test(arguments: [("struct Q { int a; };", "already defined"), ("struct P { Z z; };", "Z is not defined")])
    func `rejects a schema that repeats an imported type or names an unknown one`(schema: String, rejection: String) {
        let error = #expect(throws: SchemaError.self) { try importing("\n" + schema) }
        #expect(error?.what.contains(rejection) == true && error?.line == 2, "\(String(describing: error))")
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
    func `rejects an invalid schema with the line number`(schema: String, rejection: String) throws {
        let error = #expect(throws: SchemaError.self) { try generated("\n" + schema) }
        #expect(error?.what.contains(rejection) == true, "\(String(describing: error))")
        #expect(error?.line == 2)
    }
}
