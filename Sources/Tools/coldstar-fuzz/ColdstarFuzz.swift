// SPDX-License-Identifier: Apache-2.0

import CLibFuzzer
import FuzzTargets

/// `coldstar-fuzz --target=TARGET [libFuzzer's options and folders]`; without a target their names, one a line.
@main
enum ColdstarFuzz {
    /// libFuzzer passes over options with two dashes, and hands them on to the copies of itself that it starts.
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

    /// One input of libFuzzer's; only a crash tells it that something is wrong.
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
