package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.security.Caller.Answer;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Responses of the sign-in form, compared with the contract. */
class LoginContractTests {

    @Test
    void everyAnswerToAFormIsDeclaredWithItsFormAndItsHeaders() throws IOException {
        JsonNode responses = JsonMapper.shared()
                .readTree(Files.readString(Path.of("frontend", "openapi.json")))
                .at("/paths/~1login/post/responses");
        List<Integer> statuses = new ArrayList<>();
        try (TestServer server = TestServer.started(
                        "gpulse.security.users.kim.password=" + new BCryptPasswordEncoder(4).encode("correct horse"))
                .takes(Snapshots.numbered(1))) {
            statuses.add(checked(responses, Caller.of(server).post("/login", "user=kim&secret=correct+horse")));
            statuses.add(checked(
                    responses, Caller.of(server, "Content-Encoding: gzip").post("/login", "user=kim&secret=x")));
            statuses.add(checked(
                    responses, Caller.of(server, "Sec-Fetch-Site: cross-site").post("/login", "user=kim&secret=x")));
            for (int guess = 0; guess <= LoginThrottle.FREE; guess++) {
                statuses.add(checked(responses, Caller.of(server).post("/login", "user=kim&secret=guess")));
            }
        }

        assertThat(statuses).startsWith(303, 415, 403, 401).endsWith(429);
    }

    private static int checked(JsonNode responses, Answer answer) {
        JsonNode declared = responses.path(Integer.toString(answer.status()));
        String type = answer.header("Content-Type").orElse("").split(";")[0];
        boolean problem = declared.path("$ref").asString("").startsWith("#/components/responses/");
        assertThat(declared.isMissingNode()).as(answer.toString()).isFalse();
        if (problem) {
            assertThat(type).as(answer.toString()).isEqualTo("application/problem+json");
        } else if (!type.isEmpty()) {
            assertThat(declared.path("content").has(type)).as(answer.toString()).isTrue();
        }
        declared.path("headers")
                .propertyNames()
                .forEach(
                        (header) -> assertThat(answer.header(header)).as(header).isPresent());
        return answer.status();
    }
}
