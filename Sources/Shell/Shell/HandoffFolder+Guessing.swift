// SPDX-License-Identifier: Apache-2.0

package import Handoff
import Platform
import SafeFiles
import TextCodec

extension HandoffFolder {
    /// The maximum number of documents that are read, and the size of each in bytes: a suggestion must not take long.
    private static let mostDocuments = 40
    private static let largestDocument = 256 << 10

    /// The files of a folder that appear to be requests and responses, sorted by name; for suggestions only. Empty if the folder
    /// cannot be read.
    package static func guess(in folder: String = ".") -> [CarriedFile] {
        var documents = 0
        return ((try? SafeFiles.names(in: folder)) ?? []).sorted().compactMap { name in
            // A program would take it for an option.
            guard !name.hasPrefix("-") else { return nil }
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
            if let file = CarriedFile(named: name) { return file }
            guard name.hasSuffix(".json"), documents < mostDocuments, status.st_size <= largestDocument else {
                return nil
            }
            documents += 1
            guard let bytes = try? SafeFiles.read(path, limit: largestDocument),
                let document = try? JSON(parsing: bytes)
            else { return nil }
            return CarriedFile(name, document: document)
        }
    }
}
