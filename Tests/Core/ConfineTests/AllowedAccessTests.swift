// SPDX-License-Identifier: Apache-2.0

import Confine
import Testing

@Suite struct AllowedAccessTests {
    @Test func `empty access has no rules and no descriptors`() {
        #expect(AllowedAccess().rules.isEmpty && AllowedAccess().descriptors.isEmpty)
        #expect(AllowedAccess(descriptor: nil) == AllowedAccess())
    }

    @Test(arguments: [
        ("answer.json", "."), ("./answer.json", "."), ("out/answer.json", "out"), ("/answer.json", "/"),
        ("/media/stick/answer.json", "/media/stick"), ("frames/", "."), ("a//", "."), ("/", "/"),
    ])
    func `an output path grants access to its own folder only`(path: String, folder: String) {
        #expect(AllowedAccess.output(path).rules == [AllowedAccess.Rule(path: folder, access: .output)])
    }

    @Test func `a sum combines rules and descriptors without duplicates`() {
        let both =
            AllowedAccess("a", .file) + AllowedAccess("a", .file) + AllowedAccess("a", .keep)
            + AllowedAccess(descriptor: 7) + AllowedAccess(descriptor: 7)
        #expect(
            both.rules == [AllowedAccess.Rule(path: "a", access: .file), AllowedAccess.Rule(path: "a", access: .keep)])
        #expect(both.descriptors == [7])
    }

    @Test(arguments: ["/dev/fd/63", "/proc/self/fd/63"])
    func `a descriptor path adds its descriptor`(path: String) {
        #expect(AllowedAccess(path, .file).descriptors == [63])
    }

    @Test(arguments: [
        "/dev/fd/", "/dev/fd/x", "/dev/fd/6 3", "/dev/fd/99999999999", "/dev/fdx/3", "dev/fd/3", "/dev/fd", "3",
    ])
    func `other paths add no descriptor`(path: String) {
        #expect(AllowedAccess(path, .file).descriptors.isEmpty)
    }

    #if os(Linux)
        @Test func `the probes cover every purpose`() {
            #expect(Set(SelfCheck.all.map(\.purpose)) == Set(SelfCheck.Purpose.allCases))
        }

        @Test func `without the filter no probe is denied by it`() {
            // Some of them may be forbidden by the machine itself (bpf, io_uring, by sysctl); sockets are not.
            #expect(SelfCheck.make("socketpair", [-1]) != .denied)
            #expect(SelfCheck.make("kcmp", [-1, -1]) != .denied)
            #expect(SelfCheck.make("no-such-call", []) == .unknown)
        }
    #endif
}
