// SPDX-License-Identifier: Apache-2.0

/// Why a benchmark cannot run.
enum BenchError: Error {
    case usage(String)
    case input(String)
}
