package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.View;
import io.gpulse.web.ClientAddress;
import io.gpulse.web.ProblemException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;
import reactor.core.Disposable;

class SubscriberLimitsTests {

    private final SubscriberLimits limits =
            new SubscriberLimits(new StreamProperties(10, 3, Duration.ofMinutes(5), DataSize.ofMegabytes(32), 16, 4));

    @Test
    void networkHasAMaximumOfSubscribers() {
        IntStream.range(0, 3).forEach((n) -> this.limits.admit("view", from("192.0.2.7")));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> this.limits.admit("view", from("192.0.2.7")))
                .satisfies((refusal) -> assertThat(refusal.getBody().getDetail())
                        .contains("limit of 3 subscribers")
                        .contains("gpulse.stream.max-subscribers-per-address"))
                .satisfies(
                        (refusal) -> assertThat(refusal.getStatusCode().value()).isEqualTo(503));
        assertThat(this.limits.admit("view", from("192.0.2.8"))).isNotNull();
    }

    @Test
    void closedSlotIsFreedOnceForItsNetwork() {
        Disposable first = this.limits.admit("view", from("192.0.2.7"));
        IntStream.range(0, 2).forEach((n) -> this.limits.admit("view", from("192.0.2.7")));

        first.dispose();
        first.dispose();

        assertThat(this.limits.admit("view", from("192.0.2.7"))).isNotNull();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> this.limits.admit("view", from("192.0.2.7")));
        assertThat(this.limits.subscribers()).isEqualTo(3);
    }

    @Test
    void thisMachineMayUseAllSlots() {
        assertThat(from("127.0.0.1")).isEmpty();
        assertThat(from("::1")).isEmpty();

        IntStream.range(0, 10).forEach((n) -> this.limits.admit("view", from("127.0.0.1")));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> this.limits.admit("view", from("127.0.0.1")))
                .satisfies((refusal) -> assertThat(refusal.getBody().getDetail())
                        .startsWith("The stream has reached its limit of 10 subscribers"));
    }

    @Test
    void rejectedSubscriberTakesNoSlotAndNoView() {
        IntStream.range(0, 3).forEach((n) -> this.limits.admit("view", from("192.0.2.7")));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> this.limits.admit("other", from("192.0.2.7")));

        assertThat(this.limits.subscribers()).isEqualTo(3);
        assertThat(this.limits.encodings()).isEqualTo(1);
    }

    @Test
    void filteredViewsDoNotLimitPlainViews() {
        SubscriberLimits narrow = new SubscriberLimits(
                new StreamProperties(10, 10, Duration.ofMinutes(5), DataSize.ofMegabytes(32), 1, 1));
        narrow.admit("odd", from("192.0.2.7"));

        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> narrow.admit("odder", from("192.0.2.7")));
        assertThat(narrow.admit(View.CORE, from("192.0.2.8"))).isNotNull();
        assertThat(narrow.admit(View.FULL, from("192.0.2.8"))).isNotNull();
        assertThat(narrow.admit("odd", from("192.0.2.8"))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "127.0.0.1"})
    void addressHasAMaximumOfFilteredViews(String address) {
        SubscriberLimits wide = new SubscriberLimits(
                new StreamProperties(99, 99, Duration.ofMinutes(5), DataSize.ofMegabytes(32), 16, 4));
        Disposable first = wide.admit("odd 0", from(address));
        IntStream.range(1, 4).forEach((n) -> wide.admit("odd " + n, from(address)));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> wide.admit("odd 4", from(address)))
                .satisfies((refusal) ->
                        assertThat(refusal.getBody().getDetail()).contains("gpulse.stream.max-encodings-per-address"));
        assertThat(wide.subscribers()).isEqualTo(4);
        assertThat(wide.admit("odd 1", from(address))).isNotNull();
        assertThat(wide.admit(View.CORE, from(address))).isNotNull();
        assertThat(wide.admit("odd 4", from("198.51.100.1"))).isNotNull();
        first.dispose();
        assertThat(wide.admit("odd 5", from(address))).isNotNull();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> wide.admit("odd 6", from(address)));
    }

    @Test
    void addressesOfAnIpv6NetworkCountAsOne() {
        assertThat(from("2001:db8:0:1::1")).isEqualTo(from("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assertThat(from("2001:db8:0:1::1")).isNotEqualTo(from("2001:db8:0:2::1"));
        assertThat(from("192.0.2.7")).isNotEqualTo(from("192.0.2.8"));
    }

    @Test
    void proxyAddressesAreParsedWithoutDns() {
        assertThat(ClientConnection.network(ClientAddress.of(InetSocketAddress.createUnresolved("192.0.2.7", 0))))
                .isEqualTo(from("192.0.2.7"));
        assertThat(ClientConnection.network(ClientAddress.of(InetSocketAddress.createUnresolved("127.0.0.1", 0))))
                .isEmpty();
        assertThat(ClientConnection.network(ClientAddress.of(InetSocketAddress.createUnresolved("evil.example", 0))))
                .contains("unknown");
        assertThat(ClientConnection.network(ClientAddress.of((InetSocketAddress) null)))
                .contains("unknown");
    }

    private static Optional<String> from(String address) {
        try {
            return ClientConnection.network(
                    ClientAddress.of(new InetSocketAddress(InetAddress.getByName(address), 4711)));
        } catch (UnknownHostException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }
}
