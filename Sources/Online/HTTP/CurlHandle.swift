// SPDX-License-Identifier: Apache-2.0

import CCurl

/// Owner of one libcurl easy handle. Options that apply to every request are set once, in `init`.
///
/// `perform` runs one request to completion; `CurlMulti` begins requests on many handles and is told when they end.
final class CurlHandle {
    let curl: UnsafeMutableRawPointer
    private let options: CurlOptions
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// The request that the handle is configured for, without its body: the next request sets only what differs. Nil
    /// after a failure during configuration.
    private var settled: HTTPRequest?
    /// The callbacks' context: the state of the current request.
    private let exchange = CurlExchange()

    /// From 1 MiB on, libcurl would send `Expect: 100-continue` and wait for permission.
    private static let largeBody = 512 << 10

    private static let globalInit: CURLcode = coldstar_curl_global_init()

    init(_ options: CurlOptions) throws(HTTPError) {
        guard Self.globalInit == CURLE_OK, let curl = curl_easy_init() else {
            throw .badSetup("libcurl does not start")
        }
        self.curl = curl
        self.options = options
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setUp()
    }

    deinit {
        curl_easy_cleanup(curl)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    /// Performs one request, without retries.
    func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        try begin(request)
        return try end(PipeSignal.held { curl_easy_perform(curl) })
    }

    /// Prepares the handle for a request; must be followed by `end`.
    func begin(_ request: HTTPRequest) throws(HTTPError) {
        exchange.begin(bodyLimit: request.sizeLimit)
        errorText[0] = 0
        let before = settled.take()
        if before?.url != request.url { try setURL(request.url) }
        let isLarge = (request.body?.count ?? 0) >= Self.largeBody
        if isLarge || before?.headers != request.headers { try setHeaders(request.headers, isLarge) }
        try setMethod(request, after: before)
        if before?.timeouts != request.timeouts { try setTimeouts(request.timeouts) }
        if before?.sizeLimit != request.sizeLimit {
            // libcurl refuses a larger Content-Length; without one, the bytes are counted while reading.
            try check(coldstar_curl_set_size(curl, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(1, request.sizeLimit))))
        }
        var request = request
        request.body = nil
        settled = request
    }

    /// The URL of the last request begun.
    var url: HTTPURL? { settled?.url }

    /// The response to the request that was begun, given libcurl's result code.
    func end(_ code: CURLcode) throws(HTTPError) -> HTTPResponse {
        guard let request = settled else { preconditionFailure("no request was begun") }
        let (headers, body) = exchange.taken()
        guard code == CURLE_OK else { throw error(code, request) }
        var status = 0
        try check(coldstar_curl_status(curl, &status))
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    private func setUp() throws(HTTPError) {
        try check(
            coldstar_curl_set_callbacks(
                curl, takeBody, takeHeader, willSend, Unmanaged.passUnretained(exchange).toOpaque()))
        try check(coldstar_curl_set_pointer(curl, CURLOPT_ERRORBUFFER, errorText))
        try set(CURLOPT_USERAGENT, options.userAgent)
        try setLimits()
        try setTrust(options)
        try set(CURLOPT_NOPROXY, "")
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_NOSIGNAL, 1)
    }

    private func setURL(_ url: HTTPURL) throws(HTTPError) {
        try set(CURLOPT_URL, url.text)
        // Unlike nil, an empty string also disables the environment's proxy variables.
        try set(CURLOPT_PROXY, url.isLoopback ? "" : options.proxy ?? "")
    }

    private func setHeaders(_ fields: [HTTPHeader], _ isLarge: Bool) throws(HTTPError) {
        if let header = fields.first(where: { !$0.isWellFormed }) {
            throw .badRequest("the header field \(Self.printable(header.name)) is not well formed")
        }
        // As few headers as possible: libcurl compares each with every field that it writes.
        var list: UnsafeMutablePointer<curl_slist>?
        if isLarge { list = curl_slist_append(nil, "Expect:") }
        for field in fields {
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            guard let longer = curl_slist_append(list, line) else { throw .badSetup("out of memory") }
            list = longer
        }
        try check(coldstar_curl_set_headers(curl, list))
        curl_slist_free_all(headers)
        headers = list
    }

    private func setMethod(_ request: HTTPRequest, after before: HTTPRequest?) throws(HTTPError) {
        // Nothing of the previous request may remain, its body above all.
        if before?.method != request.method || request.body == nil { try set(CURLOPT_HTTPGET, 1) }
        if let body = request.body {
            try check(coldstar_curl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            let code = body.withUnsafeBytes { bytes in
                var empty: UInt8 = 0
                return withUnsafeMutableBytes(of: &empty) { nothing in
                    let pointer = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
                    return coldstar_curl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, pointer ?? nothing.baseAddress)
                }
            }
            try check(code)
        }
        if before?.method != request.method { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        guard before?.mayRepeat != request.mayRepeat else { return }
        // libcurl would resend the request if a kept connection turned out to be dead. A request that is not safe to
        // repeat gets a new connection, so that "sent" means sent once.
        try set(CURLOPT_FRESH_CONNECT, request.mayRepeat ? 0 : 1)
    }

    private func setTimeouts(_ timeouts: HTTPTimeouts) throws(HTTPError) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(timeouts.connect))
        try set(CURLOPT_TIMEOUT_MS, Self.milliseconds(timeouts.total))
        try set(CURLOPT_LOW_SPEED_LIMIT, HTTPTimeouts.stallBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(timeouts.stall.components.seconds)))
    }

    private func setLimits() throws(HTTPError) {
        try check(coldstar_curl_set_web_only(curl))
        try check(coldstar_curl_set_http11(curl))
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_PATH_AS_IS, 1)
    }

    private func setTrust(_ options: CurlOptions) throws(HTTPError) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try check(coldstar_curl_set_tls12(curl))
        if let file = options.caFile {
            try set(CURLOPT_CAINFO, file)
            try check(coldstar_curl_set_string(curl, CURLOPT_CAPATH, nil))
        }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try check(coldstar_curl_set_long(curl, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try check(coldstar_curl_set_string(curl, option, value))
    }

    private func check(_ code: CURLcode) throws(HTTPError) {
        guard code == CURLE_OK else { throw .badSetup(String(cString: curl_easy_strerror(code))) }
    }

    private func error(_ code: CURLcode, _ request: HTTPRequest) -> HTTPError {
        let host = request.url.authority
        let written = String(cString: errorText)
        let detail = Self.printable(written.isEmpty ? String(cString: curl_easy_strerror(code)) : written)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .cannotResolve(host: request.url.host)
        case CURLE_COULDNT_RESOLVE_PROXY: return .cannotResolve(host: "of the proxy")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: return .cannotConnect(host: host, detail: detail)
        case CURLE_PEER_FAILED_VERIFICATION: return .badCertificate(host: host, detail: detail)
        case CURLE_SSL_CACERT_BADFILE: return .badSetup("the CA file cannot be used: \(detail)")
        case CURLE_SSL_CONNECT_ERROR where !exchange.hasBegunSending: return .tlsFailed(host: host, detail: detail)
        case CURLE_FILESIZE_EXCEEDED: return .tooLarge(host: host, limit: request.sizeLimit)
        case CURLE_WRITE_ERROR where exchange.isTooLarge: return .tooLarge(host: host, limit: request.sizeLimit)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(host: host, exchange.delivery)
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            return .connectionLost(host: host, detail: detail, exchange.delivery)
        case CURLE_WEIRD_SERVER_REPLY where exchange.hasBegunSending,
            CURLE_UNSUPPORTED_PROTOCOL where exchange.hasBegunSending:
            return .notHTTP(host: host, detail: detail)
        default: return .other(code: Int(code.rawValue), detail: detail, exchange.delivery)
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// The text in printable ASCII, with `?` for everything else: libcurl's messages quote names from certificates and
    /// responses.
    static func printable(_ text: String) -> String {
        String(
            decoding: text.utf8.prefix(400).map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}

/// The `CurlExchange` behind the `context` of libcurl's callbacks; its handle keeps it alive.
private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}

private let takeBody: curl_write_callback = { bytes, size, count, context in
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return exchange(context)?.takeBody(piece) == true ? size * count : 0
}

private let takeHeader: curl_write_callback = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return exchange(context)?.takeHeader(line) == true ? size * count : 0
}

private let willSend: curl_prereq_callback = { context, _, _, _, _ in
    exchange(context)?.willSend()
    return CURL_PREREQFUNC_OK
}
