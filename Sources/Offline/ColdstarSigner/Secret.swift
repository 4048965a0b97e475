// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
package import Crypto

/// A PIN, mnemonic or secret key, in locked memory that is wiped when the value is destroyed. It cannot be printed or
/// compared.
public struct Secret: ~Copyable, Sendable {
    package let bytes: SecretBytes

    package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// The bytes, without a copy.
    consuming func taken() -> SecretBytes { bytes }

    /// A secret of at most `capacity` bytes that `fill` writes, for example by reading a descriptor. A line feed at the
    /// end is not part of a PIN: leave it out of the count.
    ///
    /// - Parameters:
    ///   - capacity: the most bytes that the secret may have.
    ///   - fill: gets zero bytes to overwrite; returns how many it wrote. The others are dropped. What it throws, the
    ///     initializer throws.
    public init(
        capacity: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(ColdstarError) -> Int
    ) throws(ColdstarError) {
        do {
            var filled: Result<Int, ColdstarError> = .success(0)
            let whole = try SecretBytes(count: capacity) { (buffer) throws(SodiumError) in
                do throws(ColdstarError) { filled = .success(try fill(buffer)) } catch { filled = .failure(error) }
            }
            bytes = try whole.prefix(max(0, min(try filled.get(), capacity)))
        } catch {
            throw (error as? ColdstarError) ?? ColdstarError(Failure(any: error))
        }
    }

    /// A copy of bytes that the caller wipes.
    ///
    /// - Parameter source: the secret's bytes; text is UTF-8, without a line feed.
    public init(copying source: UnsafeRawBufferPointer) throws(ColdstarError) {
        do { bytes = try SecretBytes(copying: source) } catch { throw ColdstarError(error) }
    }

    /// Lets `body` read the bytes; the pointer is valid only inside the closure.
    public borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withBytes { body($0) }
    }
}
