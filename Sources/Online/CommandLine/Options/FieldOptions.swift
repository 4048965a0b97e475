// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import Building
package import Codec
import Handoff
import Terminal

/// Names the fields that a command has options for.
package protocol FieldList {
    static var fields: [InputField] { get }
}

/// The options of fields, as their descriptions say.
package struct FieldOptions<List: FieldList>: ParsableArguments, CustomReflectable {
    private var given: [(field: InputField, texts: [String])] = []

    package init() {}

    /// What was filled in. Files are read, and standard input.
    package func texts() throws(Failure) -> FieldTexts {
        var filled = FieldTexts()
        try add(to: &filled)
        return filled
    }

    /// Adds what was filled in. Files are read, and standard input.
    package func add(to filled: inout FieldTexts) throws(Failure) {
        for (field, texts) in given {
            switch field.kind {
            case .document, .documents:
                for text in texts {
                    // What comes back on a stick is a folder of responses.
                    let files = field.kind == .documents ? try HandoffFolder.files(text, .signed) : [text]
                    for file in files { filled.add(field.id, try InputDocument(argument: file)) }
                }
            default: filled.set(field.id, texts)
            }
        }
    }

    // MARK: for the parser, which finds options by reflection

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    package var customMirror: Mirror {
        Mirror(self, children: List.fields.map { (label: $0.id.name, value: $0.option) })
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for field in List.fields {
            let key = Key(stringValue: field.id.name)
            let texts: [String]? =
                switch field.form {
                case .flag: try values.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : nil
                case .several: try values.decode(Option<[String]>.self, forKey: key).wrappedValue
                case .required: [try values.decode(Option<String>.self, forKey: key).wrappedValue]
                case .optional: try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] }
                }
            if let texts { given.append((field, texts)) }
        }
    }
}

extension InputField {
    fileprivate enum Form {
        case flag, several, required, optional
    }

    fileprivate var form: Form {
        switch kind {
        case .flag: .flag
        case .list, .documents: .several
        default: isRequired || usual != nil ? .required : .optional
        }
    }

    fileprivate var option: Any {
        let name = NameSpecification([.customLong(id.name)] + (alias.map { [.customLong($0)] } ?? []))
        var text = help.commandText
        if let whenEmpty {
            let end = text.last == "." ? "." : ""
            text = text.dropLast(end.count) + " (default: \(whenEmpty.commandText))" + end
        }
        let help = ArgumentHelp(text)
        let completion: CompletionKind? =
            switch kind {
            case .account, .signer: Completion.accounts
            case .asset: Completion.assets
            case .document, .documents: .file()
            default: nil
            }
        switch form {
        case .flag: return Flag<Bool>(wrappedValue: false, name: name, help: help)
        case .several:
            return isRequired
                ? Option<[String]>(name: name, help: help, completion: completion)
                : Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
        case .required:
            guard let usual else { return Option<String>(name: name, help: help, completion: completion) }
            return Option<String>(wrappedValue: usual, name: name, help: help, completion: completion)
        case .optional: return Option<String?>(name: name, help: help, completion: completion)
        }
    }
}

extension InputDocument {
    /// A value on the command line, or a file with it.
    fileprivate init(argument: String) throws(Failure) {
        let content = try TransactionInput.content(argument)
        self.init(content.bytes, origin: content.origin, isText: content.isText)
    }
}
