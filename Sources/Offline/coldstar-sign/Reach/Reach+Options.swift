// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Confine
import SafeFiles

// What options name, as reach. Whatever is read or written beyond these answers "Permission denied".

extension HomeOptions {
    /// The vault, to look at.
    var toRead: Reach { get throws(Failure) { Reach(try vault(), .folder) } }

    /// The vault, to change.
    var toKeep: Reach { get throws(Failure) { Reach(try vault(), .keep) } }

    /// The vault, which is made when it is not there.
    var toMake: Reach {
        get throws(Failure) {
            let folder = try vault()
            do { try SafeFiles.createFolder(folder) } catch { throw Failure(.cannotCreate, error.message) }
            return Reach(folder, .keep)
        }
    }
}

extension TransactionInput {
    /// The file that a TX argument names, if it names one; of a folder what is in it.
    static func reach(_ argument: String?) -> Reach {
        argument.map { Reach($0, HandoffFolder.isFolder($0) ? .folder : .file) } ?? Reach()
    }

    /// The files that several of them name.
    static func reach(_ arguments: [String]) -> Reach {
        arguments.reduce(Reach()) { $0 + reach($1) }
    }
}

extension OutputOptions {
    var reach: Reach {
        guard let path else { return Reach() }
        // A signature is compared with the one that is there already.
        return isFolder ? .newFolder(path) + Reach(path, .keep) : .output(path)
    }
}

extension PictureOptions {
    var reach: Reach {
        [png, svg, html].compactMap { $0 }.filter { $0 != "-" }.reduce(frames.map { .newFolder($0) } ?? Reach()) {
            $0 + .output($1)
        }
    }

    /// The same, with what a terminal that is too small leads to: a picture in the folder where the program was started.
    var reachOfShow: Reach { reach + .terminal + Reach(".", .outputFolders) }
}

extension QROptions {
    var reach: Reach { qr ? pictures.reachOfShow : pictures.reach }
}

extension PINInput {
    var reach: Reach { .terminal + Reach(descriptor: pinFd) + Reach(file: secondFactor) }
}

extension PassphraseOptions {
    var reach: Reach { Reach(descriptor: passphraseFd) }
}

extension ListEditor {
    /// Book and policy are changed in the vault.
    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) + MachineClock.reach } }
}

extension Reach {
    /// A file to be read, if there is one to be named.
    init(file: String?) { self = file.map { Reach($0, .file) } ?? Reach() }
}
