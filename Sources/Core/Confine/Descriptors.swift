// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// The file descriptors that this process inherited.
    enum Descriptors {
        private static let firstOther: UInt32 = 3

        /// Closes all descriptors except standard input, output, error and those in `named`.
        static func close(allBut named: Set<Int32>) throws(ConfineError) {
            var next = firstOther
            for kept in named.sorted() where kept >= next {
                if kept > next { try close(next, UInt32(kept) - 1) }
                next = UInt32(kept) + 1
            }
            try close(next, .max)
        }

        private static func close(_ first: UInt32, _ last: UInt32) throws(ConfineError) {
            if coldstar_close_range(first, last) == 0 { return }
            guard errno == ENOSYS else { throw ConfineError(measure: .descriptors, errno: errno) }
            // Linux before 5.9 has no close_range: close them one by one.
            let limit = min(ResourceLimit.soft(RLIMIT_NOFILE) ?? .max, 1 << 20)
            for descriptor in UInt(first)..<max(UInt(first), min(UInt(last) + 1, limit)) {
                Glibc.close(Int32(descriptor))
            }
        }
    }
#endif
