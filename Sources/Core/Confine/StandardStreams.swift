// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// The descriptors 0, 1 and 2.
    enum StandardStreams {
        /// Opens a placeholder for each closed standard stream: otherwise the next file to be opened would become the output.
        ///
        /// The placeholder can be neither read nor written, so using it fails as it did before.
        static func fill() throws(ConfineError) {
            for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
                // The kernel assigns the lowest free number, which is this one: all lower ones are open.
                guard coldstar_open_place("/") == descriptor else {
                    throw ConfineError(measure: .standardStreams, errno: errno)
                }
            }
        }
    }
#endif
