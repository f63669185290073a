package io.gpulse.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OpenApiOnDemandTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Test
    void documentIsCreatedAtTheFirstRequest() throws Exception {
        List<String> ofDocument = List.of("openApiResource", "modelConverterRegistrar", "document", "recordSchemas");

        boolean before = ofDocument.stream().anyMatch(server::hasMade);
        int status = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/v3/api-docs"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();

        assertThat(before).isFalse();
        assertThat(status).isEqualTo(200);
        assertThat(ofDocument).allMatch(server::hasMade);
    }
}
