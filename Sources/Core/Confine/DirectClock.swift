// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kernel's clocks, read by system call instead of through the C library: a preloaded library can replace `time`
/// and `clock_gettime`, but not the system call.
package enum DirectClock {
    /// Unix time in seconds.
    package static func wall() -> UInt64 { seconds(of: CLOCK_REALTIME) ?? UInt64(max(0, time(nil))) }

    /// Seconds since boot, including time asleep; nil if the system does not provide it.
    package static func sinceBoot() -> UInt64? {
        #if os(Linux)
            seconds(of: CLOCK_BOOTTIME)
        #else
            nil
        #endif
    }

    /// The file in which Linux provides an identifier of the current boot.
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
