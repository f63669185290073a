package io.gpulse.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections beyond the limit are closed. */
class ConnectionLimitTests {

    private static final int MOST = 8;

    @Test
    void connectionBeyondTheLimitIsClosedUntilAnotherOneEnds() throws IOException {
        List<Socket> others = new ArrayList<>();
        try (TestServer server = TestServer.started("gpulse.web.max-connections=" + MOST)) {
            server.takes(Snapshots.ofGpus(1));
            ConnectionLimit limit = server.bean(ConnectionLimit.class);
            for (int i = 0; i < MOST; i++) {
                others.add(open(server));
            }
            Wait.until(() -> limit.statistics().open() == MOST);

            try (Socket refused = open(server)) {
                assertThat(isClosed(refused)).isTrue();
            }
            assertThat(limit.statistics()).isEqualTo(new ConnectionLimit.Statistics(MOST, MOST, 1));

            others.remove(0).close();
            Wait.until(() -> limit.statistics().open() == MOST - 1);
            assertThat(Http.get(server, "/api/v1/status").body())
                    .contains("\"connections\":{\"open\":8,\"max\":8,\"refused\":1}");
        } finally {
            for (Socket other : others) {
                other.close();
            }
        }
    }

    @Test
    void oneAddressDoesNotKeepOutOthers() {
        ConnectionLimit limit = new ConnectionLimit(MOST);
        List<EmbeddedChannel> silent = new ArrayList<>();
        for (int i = 0; i < 3 * MOST; i++) {
            silent.add(add(limit, "192.0.2.1"));
        }
        assertThat(silent.stream().filter(EmbeddedChannel::isOpen)).hasSize(MOST);

        List<EmbeddedChannel> scrapers = List.of(add(limit, "192.0.2.2"), add(limit, "192.0.2.3"));

        assertThat(scrapers).allMatch(EmbeddedChannel::isOpen);
        assertThat(silent.subList(0, MOST - 2)).allMatch(EmbeddedChannel::isOpen);
        assertThat(silent.subList(MOST - 2, silent.size())).noneMatch(EmbeddedChannel::isOpen);
        assertThat(add(limit, "192.0.2.1").isOpen()).isFalse();
        assertThat(scrapers).allMatch(EmbeddedChannel::isOpen);

        silent.forEach(EmbeddedChannel::close);
        scrapers.forEach(EmbeddedChannel::close);
        assertThat(limit.statistics().open()).isZero();
        assertThat(limit.statistics().refused()).isEqualTo(2 * MOST + 3);
    }

    @Test
    void manyAddressesCloseNoConnectionOfAProxy() {
        ConnectionLimit limit = new ConnectionLimit(MOST);
        List<EmbeddedChannel> ofProxy = List.of(add(limit, "192.0.2.1"), add(limit, "192.0.2.1"));

        List<EmbeddedChannel> others = new ArrayList<>();
        for (int network = 0; network < 2 * MOST; network++) {
            others.add(add(limit, "2001:db8:0:" + network + "::1"));
        }

        assertThat(ofProxy).allMatch(EmbeddedChannel::isOpen);
        assertThat(others.stream().filter(EmbeddedChannel::isOpen)).hasSize(MOST - 2);
        assertThat(limit.statistics().open()).isEqualTo(MOST);
    }

    private static EmbeddedChannel add(ConnectionLimit limit, String address) {
        EmbeddedChannel channel = new EmbeddedChannel();
        limit.add(channel, new InetSocketAddress(address, 4711));
        return channel;
    }

    private static Socket open(TestServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(Wait.PATIENCE_MILLIS);
        try (InputStream input = socket.getInputStream()) {
            return input.read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 256", "16777216, 256", "134217728, 2048", "9223372036854775807, 2147483647"})
    void theLimitIsThatOfDirectMemory(long bytes, int most) {
        assertThat(ConnectionLimit.of(bytes)).isEqualTo(most);
    }
}
