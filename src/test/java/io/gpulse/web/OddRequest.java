package io.gpulse.web;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A request byte by byte.
 *
 * @param responseRequired whether a response is required: without valid HTTP the server may close the connection
 */
record OddRequest(byte[] bytes, boolean responseRequired) {

    private static final int PRINTED = 160;
    private static final int LOOKED_AT = 2000;

    static OddRequest of(String method, String target, List<String> headers) {
        String lines = headers.stream().map((header) -> header + "\r\n").collect(Collectors.joining());
        return raw(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n", true);
    }

    /** Each character is a byte. */
    static OddRequest raw(String text, boolean responseRequired) {
        return new OddRequest(text.getBytes(StandardCharsets.ISO_8859_1), responseRequired);
    }

    String method() {
        return beginning().split(" ", 2)[0];
    }

    boolean contains(String text) {
        return beginning().contains(text);
    }

    /** Returns a readable line, with the length of a long request. */
    @Override
    public String toString() {
        String all = beginning().replaceFirst("Host: localhost\r\n", "");
        String line = all.replace("\r\n", " | ").replaceAll("[^ -~]", "?");
        return line.length() <= PRINTED ? line : line.substring(0, PRINTED) + "... (" + this.bytes.length + " bytes)";
    }

    private String beginning() {
        return new String(this.bytes, 0, Math.min(LOOKED_AT, this.bytes.length), StandardCharsets.ISO_8859_1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OddRequest request && Arrays.equals(this.bytes, request.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(this.bytes);
    }
}
