// SPDX-License-Identifier: Apache-2.0

extension SafeFiles {
    /// The path of a hidden temporary file, in the same folder as the file that it will become.
    package static func temporaryPath(beside path: String) throws(FileError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else { throw .notRegular(path: path) }
        return split(path).folder + "/" + WriteTarget.temporaryName()
    }

    /// Syncs a temporary file, renames it to `path` atomically, and syncs the folder.
    ///
    /// - Parameters:
    ///   - temporary: a path from `temporaryPath(beside:)`; removed if this fails.
    ///   - replacing: whether an existing file may be replaced.
    /// - Throws: `.exists`.
    package static func settle(_ temporary: String, as path: String, replacing: Bool) throws(FileError) {
        let target = try WriteTarget(path: path, temporary: split(temporary).name)
        try target.settle(replacing: replacing)
    }
}
