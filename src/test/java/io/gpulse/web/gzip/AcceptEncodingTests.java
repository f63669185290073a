package io.gpulse.web.gzip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class AcceptEncodingTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "GZIP",
                "x-gzip",
                "gzip, deflate, br, zstd",
                "br;q=1.0, gzip;q=0.8, *;q=0.1",
                "deflate, gzip;q=0.001",
                "gzip;q=1.000 , identity; q=0.5",
                "gzip;q=0.5, identity;q=0.5",
                "*",
                "*;q=0.1",
                "identity;q=0, *",
                "identity;q=0",
                "gzip;q=0.5, *;q=0"
            })
    void gzipIsAccepted(String accepted) {
        assertThat(AcceptEncoding.prefersGzip(headers(accepted))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "identity",
                "br",
                "deflate, br",
                "gzip;q=0",
                "gzip;q=0.000",
                "gzip;q=0, *",
                "*;q=0",
                "identity, gzip;q=0.5",
                "identity;q=1, *;q=0.5",
                "gzip;q=nonsense",
                "gzip;q=-1",
                "gzip;q=",
                "gzip;q",
                "gzip;q, identity",
                "gzip; 1",
                "gzippy"
            })
    void gzipIsNotAccepted(String accepted) {
        assertThat(AcceptEncoding.prefersGzip(headers(accepted))).isFalse();
    }

    @Test
    void severalHeadersAreOneList() {
        HttpHeaders several = headers("br");
        several.add(HttpHeaders.ACCEPT_ENCODING, "gzip;q=0.5");

        assertThat(AcceptEncoding.prefersGzip(several)).isTrue();
        assertThat(AcceptEncoding.prefersGzip(new HttpHeaders())).isFalse();
    }

    private static HttpHeaders headers(String accepted) {
        HttpHeaders headers = new HttpHeaders();
        headers.add(HttpHeaders.ACCEPT_ENCODING, accepted);
        return headers;
    }
}
