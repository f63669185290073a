package io.gpulse.web;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Unusual values. */
final class OddValues {

    private static final String LONG = "x".repeat(10_000);

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "\t",
            LONG,
            "ü漢😀",
            "\u202e\u200b",
            "\u0000",
            "power.draw\u0000",
            "\u0001\u001f\u007f\u0085",
            "\r\nX-Injected: 1",
            "\n\n{}",
            "../../etc/passwd",
            "..\\..\\",
            "/",
            "//",
            "%",
            "%25",
            "%2f",
            ";",
            "a;b=c",
            "'",
            "\"",
            "\\",
            "' OR 1=1 --",
            "<script>alert(1)</script>",
            "${jndi:ldap://localhost/x}",
            "#{1+1}",
            "{}",
            "[]",
            "{id}",
            "null",
            "undefined",
            "true",
            "TRUE",
            "yes");

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "-0",
            "+1",
            "01",
            "1.5",
            "0x10",
            "1_000",
            "1e9",
            "1e999",
            "NaN",
            "Infinity",
            "-Infinity",
            "2147483648",
            "9223372036854775808",
            "9".repeat(400),
            "٣",
            "１");

    private static final List<String> UNITS = List.of(
            "5",
            "5 s",
            "0s",
            "-5s",
            "5S",
            "5y",
            "5d",
            "1ns",
            "1.5s",
            "PT1S",
            "999999999h",
            "9999999999s",
            "86401s",
            "40GiB",
            "40gb",
            "40XB",
            "-1MB",
            "0B",
            "0.000001TiB",
            "999999999999TiB",
            "9223372036854775807B",
            "1.5.5GB");

    private static final List<String> LISTS = List.of(
            ",",
            ",,,",
            "0,,0",
            "0,0,0,0",
            "a,".repeat(3000),
            "*",
            "*".repeat(200) + "x",
            "?".repeat(60),
            "power.draw,*,power.draw",
            "(a+)+$",
            "[",
            "GPU-",
            "GPU-0",
            "GPU-GPU-GPU-",
            "00000000:1A:00.0",
            "1A:00",
            "csv,noheader,nounits,csv");

    /** Raw values of an address, which are not encoded. */
    static final List<String> WRITTEN = List.of(
            "%",
            "%zz",
            "%0",
            "%c0%ae",
            "%ff%fe",
            "%u0041",
            "%00",
            "%0d%0aX-Injected:%201",
            "%ed%a0%80",
            "+",
            "%2B",
            "a%26b",
            "a=b=c",
            "a?b",
            "a|b",
            "{x}",
            "^`\"<>",
            "\u00e4\u00ff");

    static final List<String> NAMES = List.of(
            "NAME", "NAME=&NAME=", "NAME=1&NAME=2", "NAME[]=1", "NAME[0]=1", "NAME.x=1", "name;NAME=1", "%00NAME=1");

    static final List<String> QUERIES = List.of(
            "",
            "?",
            "&&&&",
            "=",
            "=x",
            "a",
            "%",
            "%zz",
            "%00=%00",
            "unknown=1",
            "a[]=1&a[]=2",
            "class.module.classLoader=1",
            "_csrf=1&_method=DELETE",
            ";jsessionid=1",
            "#fragment",
            LONG + "=1",
            IntStream.range(0, 1000).mapToObj((i) -> "a" + i + "=").collect(Collectors.joining("&")));

    /** Values for a variable of the path. */
    static final List<String> SEGMENTS = List.of(
            "",
            ".",
            "..",
            "../..",
            "%2e%2e",
            "%2e%2e%2f",
            "..%2f..%2fetc%2fpasswd",
            "%252e%252e%252f",
            "%5c..%5c",
            "0/",
            "0//",
            "/0",
            "0;a=b",
            "0%3ba=b",
            "0%00",
            "0%0a",
            "0%20",
            "%200",
            "0%23",
            "0%3f",
            "%zz",
            "%",
            "%c0%af",
            "%ff",
            "%ed%a0%80",
            "0.json",
            "0/processes/0",
            "free/",
            "GPU-0",
            "x".repeat(4000),
            "\u00e4\u00ff",
            "{id}",
            "|^`\"<>");

    static final List<String> METHODS = List.of(
            "HEAD",
            "OPTIONS",
            "POST",
            "PUT",
            "DELETE",
            "PATCH",
            "TRACE",
            "FOO",
            "get",
            "PROPFIND",
            "CONNECT",
            "M-SEARCH");

    private static final String LARGE = "z".repeat(300_000);

    static final List<String> BODIES = List.of(
            "Content-Length: 5\r\n\r\nhello",
            "Content-Length: 0\r\n\r\n",
            "Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{",
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nview=core",
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n%zz=%zz&%",
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
                    + LARGE.substring(0, 100_000),
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9\r\n\r\n--b\r\nx\r\n",
            "Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n--",
            "Content-Type: nonsense\r\nContent-Length: 1\r\n\r\nx",
            "Content-Length: 300000\r\n\r\n" + LARGE,
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
            "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc");

    /** Unusual requests that require a response. */
    static final List<String> RAW = List.of(
            "GET PATH HTTP/1.0\r\n\r\n",
            "GET PATH HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET PATH HTTP/1.1\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: \r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: a b\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost:99999\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: [::1\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: \u00e4\u0080\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: user:pass@localhost\r\n\r\n",
            "GET http://localhostPATH HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET http://evil.examplePATH HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET http:///PATH HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /PATH HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH#x HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH;a=b HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH\\..\\ HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET \u00e4PATH HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH?" + "q".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "y".repeat(20_000) + "\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nX-Nul: a\u0000b\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nX-High: \u00e4\u0080\u00ff\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\n: nameless\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "GET PATH HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1e3\r\n\r\n",
            "POST PATH HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST PATH HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nonsense\r\n\r\n",
            "POST PATH HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET PATH HTTP/9.9\r\nHost: localhost\r\n\r\n",
            "GET PATH\r\nHost: localhost\r\n\r\n",
            "GET  PATH  HTTP/1.1\r\nHost: localhost\r\n\r\n");

    /** Invalid HTTP, which requires no response. */
    static final List<String> GARBAGE = List.of(
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "PATH\r\n\r\n",
            "\u0000\u0000\u0000\r\n\r\n",
            "SSH-2.0-OpenSSH_9.9\r\n\r\n");

    private OddValues() {}

    static List<String> all() {
        return Stream.of(TEXTS, NUMBERS, UNITS, LISTS).flatMap(List::stream).toList();
    }
}
