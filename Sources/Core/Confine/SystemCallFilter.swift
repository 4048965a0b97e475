// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSeccomp
    import Glibc
#endif

/// A system call that the filter allows, either entirely or under conditions.
package struct SystemCall: Hashable, Sendable {
    /// A requirement for one argument.
    package struct Condition: Hashable, Sendable {
        let argument: UInt32
        let mask: UInt64
        let value: UInt64

        package static func equal(_ argument: UInt32, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: .max, value: value)
        }

        /// Compares the lower 32 bits, for an argument of type int.
        package static func low(_ argument: UInt32, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: 0xffff_ffff, value: value)
        }

        package static func without(_ argument: UInt32, bits: UInt64) -> Condition {
            Condition(argument: argument, mask: bits, value: 0)
        }
    }

    /// The name in section 2 of the manual.
    let name: String
    /// All conditions must hold. To allow several uses, list the call several times.
    let conditions: [Condition]

    package init(_ name: String, _ conditions: Condition...) {
        self.name = name
        self.conditions = conditions
    }
}

#if os(Linux)
    /// The seccomp filter: calls not on the list fail with EPERM, and calls of another architecture (32-bit, x32) kill
    /// the process.
    package enum SystemCallFilter {
        /// Installs the filter, permanently and for all child processes.
        ///
        /// - Parameter calls: the allowed calls; names that the architecture does not have are skipped.
        /// - Throws: when the kernel does not support or permit filters.
        package static func install(_ calls: [SystemCall]) throws(ConfineError) {
            guard let context = seccomp_init(UInt32(SCMP_ACT_ERRNO_BASE) | UInt32(EPERM)) else { throw failure(ENOMEM) }
            defer { seccomp_release(context) }
            try check(seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
            for call in calls { try allow(call, context) }
            try check(seccomp_load(context))
        }

        private static let SCMP_ACT_ERRNO_BASE = 0x0005_0000

        private static func allow(_ call: SystemCall, _ context: scmp_filter_ctx) throws(ConfineError) {
            let number = seccomp_syscall_resolve_name(call.name)
            // libseccomp is older than the call: it stays denied.
            guard number != __NR_SCMP_ERROR else { return }
            let conditions = call.conditions.map {
                scmp_arg_cmp(arg: $0.argument, op: SCMP_CMP_MASKED_EQ, datum_a: $0.mask, datum_b: $0.value)
            }
            try check(seccomp_rule_add_array(context, SCMP_ACT_ALLOW, number, UInt32(conditions.count), conditions))
        }

        private static func check(_ status: Int32) throws(ConfineError) {
            // libseccomp replaces the kernel's error with ECANCELED.
            guard status == 0 else { throw failure(status == -ECANCELED ? EINVAL : -status) }
        }

        private static func failure(_ reason: Int32) -> ConfineError {
            ConfineError(measure: .systemCalls, errno: reason)
        }
    }
#endif

/// The libseccomp that is linked.
package enum SeccompLibrary {
    /// The version that the library reports, such as `2.5.4`; nil where there is no seccomp.
    package static var version: String? {
        #if os(Linux)
            seccomp_version().map { "\($0.pointee.major).\($0.pointee.minor).\($0.pointee.micro)" }
        #else
            nil
        #endif
    }
}
