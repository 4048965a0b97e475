// SPDX-License-Identifier: Apache-2.0

/// Bytes that are not a valid worker record.
package struct WorkerRecordError: Error, Hashable {
    package init() {}
}
