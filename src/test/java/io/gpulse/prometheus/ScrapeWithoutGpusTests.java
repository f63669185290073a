package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.HostSample;
import io.gpulse.sampling.Sampler;
import io.gpulse.testing.Wait;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import reactor.core.publisher.Mono;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "gpulse.source=none")
class ScrapeWithoutGpusTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Sampler sampler;

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/actuator/prometheus"})
    void aMachineWithoutGpusIsScraped(String path) throws Exception {
        String host = this.sampler
                .snapshots()
                .flatMap((snapshot) -> Mono.justOrEmpty(snapshot.host()))
                .map(HostSample::hostname)
                .blockFirst(Wait.PATIENCE);

        HttpResponse<String> page = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(Scrapes.series(page.body()))
                .containsEntry("gpulse_up", 0.0)
                .containsEntry("gpulse_source_info{host=\"" + host + "\",kind=\"NONE\",simulated=\"false\"}", 1.0);
        assertThat(Scrapes.names(page.body())).noneMatch((name) -> name.startsWith("gpulse_gpu_"));
    }
}
