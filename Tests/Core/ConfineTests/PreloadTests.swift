// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Testing

    @testable import Confine

    /// Detection of preloaded libraries.
    struct PreloadTests {
        @Test(arguments: [
            ("PATH=/bin\0LD_PRELOAD=/tmp/clock.so\0HOME=/", "LD_PRELOAD=/tmp/clock.so"),
            ("LD_AUDIT=a.so\0", "LD_AUDIT=a.so"), ("LD_PRELOAD=\u{1b}[2K\0", "LD_PRELOAD=\\x1b[2K"),
        ]) func `reports a loader variable that preloads a library`(block: String, found: String) {
            #expect(Preload.setting(in: Array(block.utf8)) == found)
        }

        @Test(arguments: ["", "PATH=/bin\0", "LD_PRELOAD=\0", "LD_PRELOAD= :\0", "XLD_PRELOAD=a\0", "LD_PRELOADS=a\0"])
        func `ignores other and empty variables`(block: String) {
            #expect(Preload.setting(in: Array(block.utf8)) == nil)
        }

        @Test func `parses the system's preload list as the loader does`() {
            #expect(Preload.list(Array("# nothing\n\n  \t\n".utf8)) == nil)
            #expect(Preload.list(Array("# x\n /lib/a.so:/lib/b.so # y\n".utf8)) == "/etc/ld.so.preload: /lib/a.so")
        }

        private static let maps = """
            5500-5600 r--p 00000000 08:01 1                          /media/stick/signer/coldstar-sign
            5600-5700 r-xp 00000000 08:01 1                          /media/stick/signer/coldstar-sign
            5700-5800 rw-p 00000000 00:00 0                          [heap]
            7f00-7f01 r-xp 00000000 08:01 2                          /usr/lib/x86_64-linux-gnu/libc.so.6
            7f01-7f02 r-xp 00000000 08:01 3                          /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
            7f02-7f03 r-xp 00000000 08:01 4                          /media/stick/signer/libqrencode.so.4
            7f03-7f04 r-xp 00000000 00:00 0                          [vdso]

            """

        @Test func `accepts only objects of the bundle and of the system`() {
            #expect(Preload.foreignObject(in: Array(Self.maps.utf8)) == nil)
            for path in [
                "/tmp/clock.so", "/tmp/libc.so.6", "/usr/lib/libfaketime.so.1", "/media/stick/signer/other.so",
            ] {
                let line = "7f04-7f05 r-xp 00000000 08:01 9                          \(path)\n"
                #expect(Preload.foreignObject(in: Array((Self.maps + line).utf8)) == path)
            }
            let data = "7f04-7f05 r--p 00000000 08:01 9                          /usr/share/zoneinfo/UTC\n"
            #expect(Preload.foreignObject(in: Array((Self.maps + data).utf8)) == nil)
        }

        @Test func `reads the kernel's clocks`() throws {
            #expect(DirectClock.wall() > 1_700_000_000)
            #expect(try #require(DirectClock.sinceBoot()) > 0)
        }
    }
#endif
