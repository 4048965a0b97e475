// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A value that one thread waits for and another sets, once.
final class AwaitedValue<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
        isSet.signal()
    }

    func get() -> Value {
        while true {
            isSet.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}

/// The value of asynchronous work, which this thread waits for. Never call it from a task.
package func waiting<Value: Sendable>(for work: @Sendable @escaping () async -> Value) -> Value {
    let result = AwaitedValue<Value>()
    Task { result.set(await work()) }
    return result.get()
}
