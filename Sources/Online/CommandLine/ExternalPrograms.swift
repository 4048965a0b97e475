// SPDX-License-Identifier: Apache-2.0

import CSpawn
package import Codec
import SafeFiles
import Terminal

/// The user's pager: `$COLDSTAR_PAGER`, otherwise `$PAGER`. Only the online programs start another program.
package enum ExternalPager {
    /// Shows a text with the user's pager and waits until it ends.
    ///
    /// - Returns: false if none is set or it cannot be started; the text was not shown then.
    package static func show(_ text: String) -> Bool {
        guard let command = Environment["COLDSTAR_PAGER"] ?? Environment["PAGER"] else { return false }
        // As git does: leave if it fits the screen, keep colours and what was shown.
        setenv("LESS", "FRX", 0)
        // The pager must not inherit what these programs ignore.
        signal(SIGPIPE, SIG_DFL)
        let opened = popen(command, "w")
        signal(SIGPIPE, SIG_IGN)
        guard let pipe = opened else { return false }
        // Ctrl-C is for the pager.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        // A reader that has seen enough ends the pager before the end of the text.
        fputs(text, pipe)
        let status = pclose(pipe)
        // The shell reports a command that it cannot start with 126 or 127.
        return status != -1 && ![126, 127].contains(status >> 8)
    }
}

/// Opens pages in the user's browser without a shell. All users of the machine see a program's arguments, and the
/// address of a page may be enough to enter it: the browser is given a file of mode 0600 that leads there.
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
