// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kernel's clocks, read without the C library: a library that is loaded before it can replace `time` and `clock_gettime`, and
/// not the system call.
package enum DirectClock {
    /// Seconds since 1970.
    package static func wall() -> UInt64 { seconds(of: CLOCK_REALTIME) ?? UInt64(max(0, time(nil))) }

    /// Seconds since the machine was started, sleep included; nil where the system does not tell.
    package static func sinceBoot() -> UInt64? {
        #if os(Linux)
            seconds(of: CLOCK_BOOTTIME)
        #else
            nil
        #endif
    }

    /// Where Linux says which start of the machine this is.
    package static let bootPath = "/proc/sys/kernel/random/boot_id"

    private static func seconds(of clock: clockid_t) -> UInt64? {
        #if os(Linux)
            let seconds = coldstar_clock_seconds(clock)
            return seconds >= 0 ? UInt64(seconds) : nil
        #else
            return nil
        #endif
    }
}
