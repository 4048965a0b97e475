// SPDX-License-Identifier: Apache-2.0

import CLinux
import CSystem
import Codec
import Confine
import SafeFiles

/// The main routine of the decoding process.
enum PictureDecoder {
    /// Maximum memory: enough for the largest picture, its variants and the decoder.
    private static let mostMemory: rlim_t = 1536 << 20

    static func run(_ sources: ArraySlice<PictureSource>, output: Int32, quiet: Int32) -> Never {
        let readsInput = sources.contains { if case .stream = $0 { true } else { false } }
        bind(quiet, [STDOUT_FILENO, STDERR_FILENO] + (readsInput ? [] : [STDIN_FILENO]))
        guard let reader = CodeReader() else { coldstar_end_child(1) }
        for source in sources {
            switch source {
            case .file(_, let descriptor): file(descriptor, reader, output)
            case .stream(_, let descriptor): stream(descriptor, reader, output)
            case .camera(_, let device): camera(device, reader, output)
            }
            tell(.ended, output)
        }
        coldstar_end_child(0)
    }

    /// Restricts the process: no streams except its pictures and the pipe, a memory limit, and the narrower of the two
    /// filters.
    private static func bind(_ quiet: Int32, _ streams: [Int32]) {
        _ = coldstar_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
        guard streams.allSatisfy({ dup2(quiet, $0) >= 0 }) else { coldstar_end_child(1) }
        limit(RLIMIT_AS, mostMemory)
        limit(RLIMIT_CORE, 0)
        limit(RLIMIT_FSIZE, 0)
        // If this fails, the first filter failed as well and the user gave --unconfined.
        try? SystemCallFilter.install(ScanCalls.decoder)
    }

    private static func limit(_ resource: __rlimit_resource, _ value: rlim_t) {
        var bound = rlimit(rlim_cur: value, rlim_max: value)
        _ = setrlimit(__rlimit_resource_t(resource.rawValue), &bound)
    }

    private static func tell(_ record: WorkerRecord, _ output: Int32) {
        // The reader is gone, so there is nothing left to do.
        guard (try? SafeFiles.writeAll(descriptor: output, bytes: record.bytes)) != nil else { coldstar_end_child(0) }
    }

    private static func tell(_ codes: [[UInt8]], _ output: Int32) {
        for code in codes { tell(.code(code), output) }
        tell(.done(codes: codes.count), output)
    }

    private static func file(_ descriptor: Int32, _ reader: borrowing CodeReader, _ output: Int32) {
        do throws(FileError) {
            let bytes = try SafeFiles.readAll(descriptor: descriptor, limit: ImageFile.mostBytes, name: "the picture")
            picture(bytes, reader, output)
        } catch {
            tell(.unreadable(error.message), output)
        }
        close(descriptor)
    }

    private static func picture(_ bytes: [UInt8], _ reader: borrowing CodeReader, _ output: Int32) {
        do throws(ImageError) {
            tell(try reader.read(file: bytes), output)
        } catch {
            tell(.unreadable(error.message), output)
        }
    }

    private static func stream(_ descriptor: Int32, _ reader: borrowing CodeReader, _ output: Int32) {
        var pictures = ImageStream { piece(descriptor) }
        do throws(ImageError) {
            while let bytes = try pictures.next() { picture(bytes, reader, output) }
        } catch {
            tell(.unreadable(error.message), output)
        }
    }

    private static func piece(_ descriptor: Int32) -> [UInt8] {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &part, part.count)
            if count < 0 && errno == EINTR { continue }
            return Array(part.prefix(max(0, count)))
        }
    }

    private static func camera(_ device: any VideoDevice, _ reader: borrowing CodeReader, _ output: Int32) {
        var device = device
        var number = 0
        do throws(CameraError) {
            while let frame = try device.frame() {
                number += 1
                // Skip a damaged frame; a better one follows.
                guard let image = try? device.format.picture(frame) else { continue }
                tell(reader.read(ImagePyramid.frame(image, number: number)), output)
            }
        } catch {
            tell(.unreadable(error.message), output)
        }
    }
}
