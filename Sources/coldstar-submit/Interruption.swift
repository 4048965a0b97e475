// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Says what a signal that ends the program leaves open, which the person who pressed Ctrl-C is not to find out from a second payment.
enum Interruption {
    private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
    private static let opening: StaticString = "\ninterrupted; the outcome of "
    private static let closing: StaticString =
        " is not known yet: coldstar-submit resume goes on; do not build it anew\n"

    /// How many have been sent of which the outcome is not known.
    ///
    /// Unsafe by its type alone: one aligned word, written by the one thread that there is and read by the handler.
    nonisolated(unsafe) static var open = 0

    /// From here on the handler speaks. A signal that is ignored stays so.
    static func begin() {
        // Whatever is made at the first use is made now, and not in the handler.
        open = 0
        _ = (opening.utf8CodeUnitCount, closing.utf8CodeUnitCount)
        for number in signals {
            if Self.ignores(signal(number, handle)) { signal(number, SIG_IGN) }
        }
    }

    static func end() {
        for number in signals where Self.ignores(signal(number, SIG_DFL)) { signal(number, SIG_IGN) }
    }

    /// Handlers are functions, which Swift does not compare.
    private static func ignores(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Calls nothing but what a handler may call, and ends the program as the signal would have.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        if open > 0 {
            write(STDERR_FILENO, opening.utf8Start, opening.utf8CodeUnitCount)
            var divisor = 1
            while open / divisor >= 10 { divisor *= 10 }
            while divisor > 0 {
                var digit = UInt8(truncatingIfNeeded: 48 + open / divisor % 10)
                write(STDERR_FILENO, &digit, 1)
                divisor /= 10
            }
            write(STDERR_FILENO, closing.utf8Start, closing.utf8CodeUnitCount)
        }
        signal(number, SIG_DFL)
        // It is held back while this runs, and comes as soon as this returns.
        raise(number)
    }
}
