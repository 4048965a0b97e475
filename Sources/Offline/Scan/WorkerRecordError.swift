// SPDX-License-Identifier: Apache-2.0

/// Bytes that are no record of a worker.
package struct WorkerRecordError: Error, Hashable {
    package init() {}
}
