package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.topology.Topology;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@FollowEveryBuffer
@Tag("both-compilers-3")
class SmiCommandEndpointTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.ofGpus(2));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void withoutArgumentsTheTableIsServed() {
        HttpResponse<String> answer = get("");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(answer.headers().firstValue("Gpulse-Exit-Code")).isEmpty();
        assertThat(answer.body().lines().toList().get(2))
                .startsWith("| NVIDIA-SMI 580.95.05              Driver Version: 580.95.05 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "arg=-q | q",
                "arg=-q&arg=-d&arg=POWER | q&d=POWER",
                "arg=-q&arg=-x&arg=-i&arg=1 | q&x&id=1",
                "arg=-L | L",
                "arg=--query-gpu%3Dindex,name,power.draw&arg=--format%3Dcsv,nounits"
                        + " | query-gpu=index,name,power.draw&format=csv,nounits"
            })
    void theOutputIsThatOfTheQuery(String arguments, String query) {
        HttpResponse<String> expected = Http.get(server, "/api/v1/query?" + query);

        assertThat(get(arguments).body()).isEqualTo(expected.body());
        assertThat(get(arguments).headers().firstValue("Content-Type"))
                .isEqualTo(expected.headers().firstValue("Content-Type"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "arg=--bogus | 400 | 2 | ERROR: Option --bogus is not recognized. Please run 'nvidia-smi -h' for help.",
                "arg=-pl&arg=300 | 403 | 3 | gpulse reads only: `-pl` is not possible here; run the real nvidia-smi.",
                "arg=-i&arg=9 | 404 | 6 | No devices were found",
                "arg=topo&arg=-m | 503 | 9 | The topology has not been read yet."
            })
    void aFailureHasItsExitCode(String arguments, int status, String code, String sentence) {
        HttpResponse<String> answer = get(arguments);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Gpulse-Exit-Code")).hasValue(code);
        assertThat(answer.body()).isEqualTo(sentence + "\n\n");
    }

    @Test
    void withoutADriverTheExitCodeIsThatOfNvidiaSmi() {
        try (TestServer own = TestServer.started().takes(Snapshots.of(0, Source.none("No driver."), List.of()))) {
            HttpResponse<String> answer = Http.get(own, "/api/v1/nvidia-smi");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Gpulse-Exit-Code")).hasValue("9");
            assertThat(answer.body()).startsWith("NVIDIA-SMI has failed because it couldn't communicate");
            assertThat(Http.get(own, "/api/v1/nvidia-smi?arg=-h").body()).contains("topo -m");
        }
    }

    @Test
    void controlCharactersAreNotRepeated() {
        assertThat(get("arg=--%1b%5b31m%0d%0aX").body().strip()).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
        assertThat(get("arg").statusCode()).isEqualTo(400);
    }

    @Test
    void simulatedGpusAreMarkedByTheHeaderAlone() {
        Source demo = new Source(SourceKind.DEMO, true, "580.95.05", null, "13.0", null);
        try (TestServer own = TestServer.started().takes(Snapshots.of(0, demo, List.of(Snapshots.gpu(0))))) {
            HttpResponse<String> answer = Http.get(own, "/api/v1/nvidia-smi");

            assertThat(answer.headers().firstValue("Gpulse-Simulated")).hasValue("true");
            assertThat(answer.body()).doesNotContain("DEMO").startsWith("Fri Nov 20 ");
        }
    }

    @Test
    void oldSamplesAreMarkedByTheHeaderWithTheirTime() {
        GpuSample old = Snapshots.stale(0);
        try (TestServer own = TestServer.started().takes(Snapshots.of(0, Snapshots.NVML, List.of(old)))) {
            HttpResponse<String> answer = Http.get(own, "/api/v1/nvidia-smi");

            assertThat(answer.headers().firstValue("Gpulse-Stale")).hasValue(String.valueOf(old.sampledAt()));
        }
    }

    @Test
    void aMonitorEndsAfterItsCount() {
        String path = "/api/v1/nvidia-smi?arg=dmon&arg=-s&arg=p&arg=-c&arg=2";
        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0));
                RawConnection dmon = RawConnection.get(own, path)) {
            assertThat(dmon.headers()).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(dmon.chunk()).startsWith("# gpu    pwr  gtemp  mtemp \n# Idx ");
            assertThat(dmon.chunk()).startsWith("    0    367");
            own.takes(Snapshots.numbered(1));
            assertThat(dmon.chunk()).startsWith("    0    367");
            assertThat(dmon.chunk()).isEmpty();
        }
        assertThat(get("arg=pmon&arg=-c&arg=1").body()).hasLineCount(4);
    }

    @Test
    void aLoopRepeatsTheTable() {
        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0));
                RawConnection loop = RawConnection.get(own, "/api/v1/nvidia-smi?arg=-l&arg=1")) {
            loop.headers();
            assertThat(loop.chunk()).contains("NVIDIA-SMI").endsWith("-+\n");
            own.takes(Snapshots.numbered(1));
            assertThat(loop.chunk()).contains("NVIDIA-SMI");
        }
    }

    @Test
    void theTopologyIsThatOfTheMachine() {
        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0))) {
            own.reports(new Topology(false, null, null, List.of(), List.of(), null, List.of()));

            assertThat(Http.get(own, "/api/v1/nvidia-smi?arg=topo&arg=-m").body())
                    .contains("CPU Affinity", "\nLegend:\n\n  X    = Self\n");
        }
    }

    private static HttpResponse<String> get(String query) {
        return Http.get(server, "/api/v1/nvidia-smi?" + query);
    }
}
