package io.gpulse.web;

import java.util.List;
import java.util.stream.Stream;

/** Unusual headers. */
final class OddHeaders {

    private static final List<String> TYPES = List.of(
            "",
            "garbage",
            "*/*;q=NaN",
            "*/*;q=2",
            "*/*;q=-1",
            "/",
            "a/b/c",
            "*/json",
            "application/*",
            "application/json;charset=nonsense",
            "application/json;charset=\"",
            "application/problem+json",
            "text/html",
            "text/plain",
            "text/event-stream",
            "application/x-ndjson",
            "image/png",
            "application/json;v=1;v=2,,,;",
            "\u00e4\u00ff",
            "application/json, garbage");

    private static final List<String> ENCODINGS = List.of(
            "nonsense",
            "gzip;q=x",
            "*",
            "br, zstd, gzip, deflate, snappy",
            "snappy",
            "deflate;q=0.1, gzip;q=0.2",
            "identity;q=0, *;q=0",
            ",,",
            "gzip;q=1e999");

    private static final List<String> OTHERS = List.of(
            "Last-Event-ID: garbage",
            "Last-Event-ID: 99999999999999999999999",
            "Last-Event-ID: -1",
            "Last-Event-ID: 1795168801003",
            "Last-Event-ID: " + "x".repeat(5000),
            "Accept-Language: xx-yy-zz-garbage;q=NaN, *, -",
            "Accept-Charset: nonsense",
            "Content-Type: nonsense",
            "Content-Type: application/json;charset=nonsense",
            "Content-Type: multipart/form-data",
            "Range: bytes=0-",
            "Range: bytes=-1-5,99999999999999999999-",
            "Range: garbage",
            "Cookie: garbage; =; a; gpulse-0=x; gpulse-8080=\u00ff\"",
            "Cookie: SESSION=00000000-0000-0000-0000-000000000000; JSESSIONID=1",
            "Authorization: garbage",
            "Authorization: Basic !!!",
            "Authorization: Basic YTpi",
            "Authorization: Bearer x",
            "Authorization: Bearer",
            "Authorization: Digest username=\"a\"",
            "If-None-Match: *",
            "If-None-Match: \"garbage",
            "If-Match: \"x\"",
            "If-Modified-Since: yesterday",
            "If-Modified-Since: Fri, 01 Jan 2038 00:00:00 GMT",
            "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
            "If-Range: x",
            "Origin: https://evil.example",
            "Origin: null",
            "Origin: ://",
            "Sec-Fetch-Site: cross-site",
            "Access-Control-Request-Method: DELETE",
            "X-Forwarded-For: 999.1.1.1, garbage",
            "X-Forwarded-Host: evil.example",
            "X-Forwarded-Proto: javascript",
            "X-Forwarded-Port: 99999999",
            "X-Forwarded-Prefix: /..//evil",
            "Forwarded: for=\"[::bad\";host=;proto=x",
            "X-HTTP-Method-Override: DELETE",
            "X-Original-URL: /actuator/env",
            "Upgrade: websocket",
            "Upgrade: h2c",
            "Connection: Upgrade, HTTP2-Settings",
            "Connection: close",
            "Expect: nonsense",
            "TE: trailers",
            "Trailer: x",
            "Max-Forwards: -1",
            "Via: 1.1 evil",
            "Date: garbage",
            "User-Agent: ",
            "View: full",
            "Every: soon",
            "Sort: nonsense",
            "Format: env");

    private static final List<String> LONG =
            List.of("Cookie: " + "a=b; ".repeat(500), "X-Long: " + "y".repeat(5000), "Accept: " + "a/b,".repeat(1000));

    private OddHeaders() {}

    static List<String> all() {
        return Stream.of(
                        TYPES.stream().map((type) -> "Accept: " + type),
                        ENCODINGS.stream().map((encoding) -> "Accept-Encoding: " + encoding),
                        OTHERS.stream(),
                        LONG.stream())
                .flatMap((headers) -> headers)
                .toList();
    }
}
