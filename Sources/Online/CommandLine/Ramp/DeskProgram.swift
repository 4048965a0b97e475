// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles

/// coldstar-desk, in the folder of the running program.
enum DeskProgram {
    /// - Throws: `.noInput` when it is not installed.
    static func find() throws(Failure) -> String {
        let missing = Failure(
            .noInput, "coldstar-desk is not beside this program", hint: "install it: the transfer runs in the desk")
        #if os(Linux)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink("/proc/self/exe", &buffer, buffer.count)
            guard length > 0, length < buffer.count else { throw missing }
            let path = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let slash = path.lastIndex(of: "/") else { throw missing }
            let desk = path[...slash] + "coldstar-desk"
            guard access(String(desk), X_OK) == 0 else { throw missing }
            return String(desk)
        #else
            throw missing
        #endif
    }

    /// Replaces this program.
    static func become(_ path: String, _ options: [String]) throws(Failure) -> Never {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + options).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        execv(path, &arguments)
        throw Failure(.cannotCreate, "\(TerminalText.escape(path)) cannot be started: \(SystemError.text(errno))")
    }
}
