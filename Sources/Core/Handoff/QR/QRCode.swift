// SPDX-License-Identifier: Apache-2.0

import CQREncode
import Codec

/// A QR code: the matrix of its modules, without the surrounding quiet zone.
///
/// - Source: ISO/IEC 18004, encoded by libqrencode.
package struct QRCode: Hashable, Sendable {
    /// The share of a code that may be damaged. A higher level takes a larger version; on a screen a small version
    /// matters more.
    package enum Correction: Sendable {
        /// 7 %: for screens and picture files.
        case low
        /// 15 %: for paper.
        case medium
    }

    /// Light modules that must surround the code on every side.
    package static let quietZone = 4

    /// 1 to 40.
    package let version: Int
    /// Modules per side: 17 + 4 for each version.
    package let size: Int
    /// Rows from the top, true for dark.
    private let modules: [Bool]

    /// The smallest code of a text: in alphanumeric mode if that has all its characters (digits, upper-case letters,
    /// space and $%*+-./:), else its UTF-8 bytes unchanged.
    ///
    /// - Parameter least: the minimum version, 1 to 40, so that all codes of a loop have one size; 0 for none.
    package init(_ text: String, correction: Correction = .low, least: Int = 0) throws(QRError) {
        precondition((0...40).contains(least), "no such version")
        let bytes = [UInt8](text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.mostCharacters else { throw .tooLong(length: bytes.count) }
        let level = correction == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M
        guard let input = QRinput_new2(Int32(least), level) else { throw .failed(errno: errno) }
        defer { QRinput_free(input) }
        let mode = bytes.allSatisfy(Self.isAlphanumeric) ? QR_MODE_AN : QR_MODE_8
        guard QRinput_append(input, mode, Int32(bytes.count), bytes) == 0 else { throw .failed(errno: errno) }
        guard let code = QRcode_encodeInput(input) else {
            throw errno == ERANGE ? .tooLong(length: bytes.count) : .failed(errno: errno)
        }
        defer { QRcode_free(code) }
        version = Int(code.pointee.version)
        size = Int(code.pointee.width)
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark. Everything outside the code is light.
    package subscript(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }

    /// The capacity of version 40 at the low level in alphanumeric mode.
    private static let mostCharacters = 4296

    private static func isAlphanumeric(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: " $%*+-./:".utf8.contains(character)
        }
    }
}

/// The content to show as QR codes.
package enum QRContent: Hashable, Sendable {
    /// One text, in one code of whatever size it takes: a response, a link.
    case text(String)
    /// A UR in one part of whatever size it takes, unless the window is too small for it or a density was chosen.
    case whole(UR)
    /// A UR that is split into parts if it is large.
    case parted(UR)
    /// Texts that belong together, such as LumenSigner's frames.
    case frames([String])

    /// Whether it is a batch, which can take minutes to read.
    package var isBatch: Bool { if case .parted(let ur) = self { ur.type == BatchResource.type } else { false } }
}

/// Why a text cannot be encoded as a QR code.
package enum QRError: Error, Hashable {
    /// The text exceeds the capacity of the largest code (version 40).
    case tooLong(length: Int)
    /// The text is empty.
    case empty
    /// libqrencode failed for another reason, such as too little memory; `errno` is the system's error number.
    case failed(errno: Int32)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .tooLong(let length): "\(length) characters do not fit one QR code"
        case .empty: "there is nothing to show as a QR code"
        case .failed(let errno): "the QR code could not be made (error \(errno))"
        }
    }
}

/// The libqrencode that is linked, or that the signer's bundle loads from its own folder.
package enum QREncodeLibrary {
    /// The version that the library reports, such as `4.1.1`; nil if it could not be loaded.
    package static var version: String? { QRcode_APIVersionString().map { String(cString: $0) } }
}
