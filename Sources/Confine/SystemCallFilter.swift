// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSeccomp
    import Glibc

    /// The seccomp filter: what is not in `SystemCalls` answers EPERM, and a call of a foreign architecture (32-bit, x32) kills.
    enum SystemCallFilter {
        static func install() throws(ConfineError) {
            guard let context = seccomp_init(UInt32(SCMP_ACT_ERRNO_BASE) | UInt32(EPERM)) else { throw failure(ENOMEM) }
            defer { seccomp_release(context) }
            try check(seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
            for name in SystemCalls.plain { try allow(name, [], context) }
            for (name, conditions) in SystemCalls.conditional { try allow(name, conditions, context) }
            try check(seccomp_load(context))
        }

        private static let SCMP_ACT_ERRNO_BASE = 0x0005_0000

        private static func allow(
            _ name: String, _ conditions: [scmp_arg_cmp], _ context: scmp_filter_ctx
        ) throws(ConfineError) {
            let number = seccomp_syscall_resolve_name(name)
            // A libseccomp that is older than the call: then it stays denied.
            guard number != __NR_SCMP_ERROR else { return }
            try check(seccomp_rule_add_array(context, SCMP_ACT_ALLOW, number, UInt32(conditions.count), conditions))
        }

        private static func check(_ status: Int32) throws(ConfineError) {
            // libseccomp hides the kernel's number behind ECANCELED.
            guard status == 0 else { throw failure(status == -ECANCELED ? EINVAL : -status) }
        }

        private static func failure(_ reason: Int32) -> ConfineError {
            ConfineError(measure: .systemCalls, errno: reason)
        }
    }
#endif
