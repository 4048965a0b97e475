// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTP

/// Runs `Server/fault_server.py` until this object is released or this process ends.
final class FaultServer {
    let port: UInt16
    /// The self-signed certificate, with TLS only.
    let certificate: String?
    private let scheme: String
    private let process = Process()
    private let input = Pipe()

    struct NotStarted: Error {}

    /// - Parameter tls: the host name or address of the certificate; nil for plain http.
    init(tls: String? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Server/fault_server.py")
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + (tls.map { ["--tls", $0] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = [UInt8]()
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard let port = words.first.flatMap({ UInt16($0) }) else { throw NotStarted() }
        self.port = port
        certificate = words.count > 1 ? String(words[1]) : nil
        scheme = tls == nil ? "http" : "https"
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func url(_ path: String) throws -> HTTPURL {
        try HTTPURL("\(scheme)://127.0.0.1:\(port)\(path)")
    }
}
