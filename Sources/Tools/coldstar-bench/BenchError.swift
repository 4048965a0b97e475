// SPDX-License-Identifier: Apache-2.0

/// Why there is nothing to measure.
enum BenchError: Error {
    case usage(String)
    case input(String)
}
