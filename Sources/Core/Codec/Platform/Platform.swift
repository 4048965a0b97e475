// SPDX-License-Identifier: Apache-2.0

// The C library of the system, under one name. Code that uses it compiles wherever the functions exist; only Confine,
// which is made of Linux's own calls, imports a particular one.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif
