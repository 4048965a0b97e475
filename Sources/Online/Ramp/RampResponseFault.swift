// SPDX-License-Identifier: Apache-2.0

package import Chains
package import Faults

/// Why a response does not count. The open request stays open.
package enum RampResponseFault: Fault, Hashable {
    case noRequest
    /// The request with this id was answered, refused or replaced.
    case over
    case otherRequest
    case otherNetwork(ChainNetwork)
    case otherAddress(ChainAddress)
    case otherMessage
    case invalidSignature
    case expired

    package var kind: FaultKind {
        switch self {
        case .noRequest, .over, .expired: .refused
        case .otherRequest, .otherNetwork, .otherAddress, .otherMessage, .invalidSignature: .badInput
        }
    }

    package var message: String {
        switch self {
        case .noRequest: "no request is open: Meso is not waiting for a signature"
        case .over: "the response is to a request that no longer counts"
        case .otherRequest: "the response is to another request"
        case .otherNetwork(let network): "the response is for another network: \(network.title)"
        case .otherAddress(let address): "the response is of another address: \(address.text)"
        case .otherMessage: "the response is to another message"
        case .invalidSignature: "the signature is not valid for the message and the address"
        case .expired: "the request has expired: the response came too late"
        }
    }

    package var hint: Wording? {
        switch self {
        case .noRequest, .over, .expired: "continue on the page: Meso asks again, and a new request is shown"
        case .otherRequest, .otherNetwork, .otherAddress, .otherMessage, .invalidSignature:
            "scan the response to the request that is shown now"
        }
    }
}
