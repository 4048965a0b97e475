// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles
import StellarXDR

/// Measures Coldstar on a file of envelopes: `coldstar-bench ENVELOPES SEED [check|METRIC]`.
///
/// Prints `metric ops_per_cpu_second ops_per_wall_second` lines, as the other implementations do; with `check` the
/// signed envelopes instead, which must match those of the other implementations; with the name of a metric only that
/// one. `coldstar-bench post ENVELOPES URL` posts signed ones.
@main
struct ColdstarBench {
    static func main() {
        do {
            try run(CommandLine.arguments)
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        if arguments.count == 4, arguments[1] == "post" {
            return try PostJob(lines(of: arguments[2]), url: arguments[3]).run(Stopwatch(only: nil))
        }
        guard arguments.count == 3 || arguments.count == 4 else {
            throw BenchError.usage("coldstar-bench ENVELOPES SEED [check|METRIC]")
        }
        let key = try secretKey(from: arguments[2])
        let jobs = try EnvelopeJobs(lines(of: arguments[1]), signedBy: key)
        if arguments.last == "check" {
            for index in jobs.indices { print(try jobs.signed(index)) }
            return
        }
        let stopwatch = Stopwatch(only: arguments.count == 4 ? arguments[3] : nil)
        try jobs.run(stopwatch)
        try FormJobs(jobs.envelopes).run(stopwatch)
        try QRJobs(jobs.envelopes).run(stopwatch)
        try ReviewJobs(jobs.envelopes, signedBy: jobs.publicKey).run(stopwatch)
    }

    private static func lines(of path: String) throws -> [[UInt8]] {
        let content = try SafeFiles.read(path, limit: 1 << 24)
        return content.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// The second line of the file is the seed in hex. It signs only these envelopes, so it is not a secret.
    private static func secretKey(from path: String) throws -> Ed25519.SecretKey {
        let lines = try lines(of: path)
        guard lines.count >= 2 else { throw BenchError.input("\(path) has no second line") }
        let seed = try Hex.decode(String(decoding: lines[1], as: UTF8.self))
        return try Ed25519.SecretKey(seed: SecretBytes(count: seed.count) { $0.copyBytes(from: seed) })
    }
}
