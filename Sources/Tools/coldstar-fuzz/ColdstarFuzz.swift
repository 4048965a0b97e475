// SPDX-License-Identifier: Apache-2.0

import CLibFuzzer
import FuzzTargets

/// `coldstar-fuzz --target=TARGET [libFuzzer's options and folders]`; without a target, prints the targets, one per
/// line.
@main
enum ColdstarFuzz {
    /// libFuzzer ignores options with two dashes, and passes them on to the copies of itself that it starts.
    private static let target = CommandLine.arguments.lazy.filter { $0.hasPrefix("--target=") }
        .compactMap { FuzzTarget(rawValue: String($0.dropFirst("--target=".count))) }.first

    static func main() {
        guard target != nil else {
            for target in FuzzTarget.allCases { print(target.rawValue) }
            return
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        _ = LLVMFuzzerRunDriver(&count, &arguments) { ColdstarFuzz.run($0, $1) }
    }

    /// Runs one input from libFuzzer, which recognises a failure only by a crash.
    private static func run(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
        let input = [UInt8](UnsafeBufferPointer(start: data, count: size))
        do throws(BrokenPromise) {
            _ = try target?.accepts(input)
        } catch {
            fatalError(error.message)
        }
        return 0
    }
}
