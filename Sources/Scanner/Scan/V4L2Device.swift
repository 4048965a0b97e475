// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CLinux
    import Codec

    /// A Linux camera that delivers frames in a few buffers shared with the driver.
    ///
    /// - Source: the kernel's documentation, "Video for Linux API", §Streaming I/O (Memory Mapping).
    package final class V4L2Device: VideoDevice {
        package let format: VideoFormat
        private let descriptor: Int32
        private var buffers: [UnsafeMutableRawBufferPointer] = []

        private static let bufferCount: UInt32 = 4
        private static let longestBuffer = 64 << 20
        private static let timeLimit: Int32 = 5000

        /// Opens a camera and starts streaming.
        package init(path: String) throws(CameraError) {
            guard !path.utf8.contains(0) else { throw .notFound }
            let opened = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            guard opened >= 0 else { throw errno == ENOENT ? .notFound : .cannotOpen(errno: errno) }
            descriptor = opened
            do throws(CameraError) {
                try Self.checkCamera(opened)
                format = try Self.chooseFormat(opened)
            } catch {
                close(opened)
                throw error
            }
            try mapBuffers()
            guard coldstar_video_start(descriptor) == 0 else { throw .stream(step: "start", errno: errno) }
        }

        deinit {
            for buffer in buffers { munmap(buffer.baseAddress, buffer.count) }
            close(descriptor)
        }

        private static func checkCamera(_ device: Int32) throws(CameraError) {
            var status = stat()
            var found = v4l2_capability()
            guard fstat(device, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
                coldstar_video_capability(device, &found) == 0
            else { throw .noCamera }
            let isDetailed = found.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
            let powers = isDetailed ? found.device_caps : found.capabilities
            let wanted = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
            guard powers & wanted == wanted else { throw .noCamera }
        }

        /// The driver returns the closest format it supports. Modules of four pixels matter more than the frame rate.
        private static func chooseFormat(_ device: Int32) throws(CameraError) -> VideoFormat {
            for encoding in VideoFormat.Encoding.allCases {
                var wish = v4l2_format()
                wish.type = UInt32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
                wish.fmt.pix.width = 1280
                wish.fmt.pix.height = 720
                wish.fmt.pix.pixelformat = encoding.fourCC
                wish.fmt.pix.field = UInt32(V4L2_FIELD_ANY.rawValue)
                guard coldstar_video_try(device, &wish) == 0 else {
                    if errno == EBUSY { throw .stream(step: "let itself be set up", errno: errno) }
                    continue
                }
                let pixels = wish.fmt.pix
                if let found = VideoFormat.Encoding(fourCC: pixels.pixelformat), pixels.width > 0, pixels.height > 0 {
                    return VideoFormat(
                        encoding: found, width: Int(pixels.width), height: Int(pixels.height),
                        bytesPerRow: Int(pixels.bytesperline))
                }
            }
            throw .noFormat
        }

        private func mapBuffers() throws(CameraError) {
            var request = v4l2_requestbuffers()
            request.count = Self.bufferCount
            request.type = UInt32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            request.memory = UInt32(V4L2_MEMORY_MMAP.rawValue)
            guard coldstar_video_request(descriptor, &request) == 0, request.count > 0 else {
                throw .stream(step: "give buffers", errno: errno)
            }
            for index in 0..<min(request.count, Self.bufferCount) {
                var buffer = Self.buffer(index)
                guard coldstar_video_query(descriptor, &buffer) == 0, buffer.length <= Self.longestBuffer else {
                    throw .stream(step: "describe its buffers", errno: errno)
                }
                let memory = mmap(
                    nil, Int(buffer.length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(buffer.m.offset))
                guard let memory, memory != MAP_FAILED else { throw .stream(step: "share its buffers", errno: errno) }
                buffers.append(UnsafeMutableRawBufferPointer(start: memory, count: Int(buffer.length)))
                guard coldstar_video_queue(descriptor, &buffer) == 0 else {
                    throw .stream(step: "take a buffer", errno: errno)
                }
            }
        }

        private static func buffer(_ index: UInt32) -> v4l2_buffer {
            var buffer = v4l2_buffer()
            buffer.index = index
            buffer.type = UInt32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            buffer.memory = UInt32(V4L2_MEMORY_MMAP.rawValue)
            return buffer
        }

        package func frame() throws(CameraError) -> [UInt8]? {
            while true {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let ready = poll(&wait, 1, Self.timeLimit)
                if ready < 0 && errno == EINTR { continue }
                guard ready > 0 else { throw .silent }
                var buffer = Self.buffer(0)
                guard coldstar_video_dequeue(descriptor, &buffer) == 0 else {
                    if errno == EAGAIN { continue }
                    throw .stream(step: "give a frame", errno: errno)
                }
                let bytes = content(of: buffer)
                guard coldstar_video_queue(descriptor, &buffer) == 0 else {
                    throw .stream(step: "take a buffer back", errno: errno)
                }
                if let bytes { return bytes }
            }
        }

        /// The bytes of a frame; nil if the driver reports it damaged, or its index or length is out of range.
        private func content(of buffer: v4l2_buffer) -> [UInt8]? {
            guard Int(buffer.index) < buffers.count, buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) == 0 else { return nil }
            let memory = buffers[Int(buffer.index)]
            guard buffer.bytesused > 0, Int(buffer.bytesused) <= memory.count else { return nil }
            return Array(memory.prefix(Int(buffer.bytesused)))
        }
    }
#endif
