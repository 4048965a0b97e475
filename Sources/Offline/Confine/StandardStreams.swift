// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// The descriptors 0, 1 and 2.
    enum StandardStreams {
        /// Puts something in the place of those that are closed: the next file to be opened would become the output.
        ///
        /// What is put there can be neither read nor written, so that using it is the same error as before.
        static func fill() throws(ConfineError) {
            for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
                // The lowest free number is this one, those below being open.
                guard coldstar_open_place("/") == descriptor else {
                    throw ConfineError(measure: .standardStreams, errno: errno)
                }
            }
        }
    }
#endif
