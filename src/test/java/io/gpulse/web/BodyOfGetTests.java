package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@FollowEveryBuffer
@Tag("both-compilers-3")
class BodyOfGetTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.numbered(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded, view=nonsense",
        "application/x-www-form-urlencoded, %zz=%zz&%",
        "multipart/form-data, --",
        "multipart/form-data; boundary=b, --b|x",
        "nonsense, x"
    })
    void bodyOfAGetRequestIsIgnored(String type, String body) {
        String[] headers = {"Content-Type: " + type, "Content-Length: " + body.length()};

        for (String path : new String[] {"/api/v1/snapshot", "/api/v1/host", "/"}) {
            try (RawConnection wire = RawConnection.get(server, path, headers)) {
                wire.send(body);

                assertThat(wire.headers()).as(path).startsWith("HTTP/1.1 200 ");
            }
        }
    }
}
