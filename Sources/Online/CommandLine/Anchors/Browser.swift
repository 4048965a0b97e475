// SPDX-License-Identifier: Apache-2.0

import CSpawn
package import Codec
import SafeFiles
import Terminal

/// Opens pages in the user's browser without a shell. All users of the machine see a program's arguments, and the address of a page may be
/// enough to enter it: the browser is given a file of mode 0600 that leads there.
package enum Browser {
    /// - Parameters:
    ///   - title: of the page that leads there.
    ///   - path: of the file, which is replaced. It stays, since nothing says when the browser has read it.
    /// - Throws: `.unreachable` when there is no browser; `.cannotCreate` when the file cannot be written.
    package static func open(_ url: String, titled title: String, by path: String) throws(Failure) {
        let (url, title) = (escaped(url), escaped(title))
        let text = """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(url)">
            <title>\(title)</title>
            <p><a href="\(url)">Open \(title)</a></p>

            """
        do throws(FileError) { try SafeFiles.write(Array(text.utf8), to: path, replacing: true) } catch {
            throw Failure(.cannotCreate, Wording(error.message))
        }
        try open(file: path)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }

    private static func open(file path: String) throws(Failure) {
        guard let resolved = realpath(path, nil) else {
            throw Failure(.unreachable, "the page for the browser is not there")
        }
        defer { free(resolved) }
        try open(argument: String(cString: resolved))
    }

    private static func open(argument: String) throws(Failure) {
        #if canImport(Darwin)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        coldstar_spawn_close_from(&actions, STDERR_FILENO + 1)
        var child: pid_t = 0
        let problem = posix_spawnp(&child, program, &actions, nil, &arguments, environ)
        guard problem == 0 else {
            throw Failure(.unreachable, "no browser was found (\(program))", hint: "open the address yourself")
        }
        // The opener hands the address over and exits; a browser that stays in the foreground is not waited for.
        var status: Int32 = 0
        for _ in 0..<50 {
            guard waitpid(child, &status, WNOHANG) == 0 else { break }
            usleep(100_000)
        }
        guard status == 0 else {
            throw Failure(.unreachable, "\(program) opened no browser", hint: "open the address yourself")
        }
    }
}
