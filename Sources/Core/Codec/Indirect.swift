// SPDX-License-Identifier: Apache-2.0

/// A large value behind one pointer. The compiler writes code that copies and destroys every part of a value into each
/// type that contains it; with this it copies the pointer. Assigning makes another box, so it stays a value.
@propertyWrapper
package struct Indirect<Value> {
    @usableFromInline
    package final class Box {
        @usableFromInline
        package let value: Value

        @inlinable
        package init(_ value: Value) { self.value = value }
    }

    @usableFromInline
    package var box: Box

    @inlinable
    package init(wrappedValue: Value) { box = Box(wrappedValue) }

    @inlinable
    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }
}

extension Indirect.Box: Sendable where Value: Sendable {}
extension Indirect: Sendable where Value: Sendable {}
