package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.web.ClientAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoginThrottleTests {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final LoginThrottle throttle = new LoginThrottle(this.nanos::get);

    @Test
    void someMistakesAreFreeAndThenEachWaitIsLongerThanTheLast() {
        ClientAddress guest = at("192.0.2.7");
        IntStream.range(0, LoginThrottle.FREE)
                .forEach((n) -> assertThat(this.throttle.begin(guest)).isEmpty());

        assertThat(this.throttle.begin(guest)).contains(Duration.ofSeconds(1));
        passes(Duration.ofSeconds(1));
        assertThat(this.throttle.begin(guest)).isEmpty();
        assertThat(this.throttle.begin(guest)).contains(Duration.ofSeconds(2));
        passes(Duration.ofMillis(1999));
        assertThat(this.throttle.begin(guest)).contains(Duration.ofMillis(1));
    }

    @Test
    void noAddressWaitsForMoreThanAMinute() {
        ClientAddress guest = at("192.0.2.7");
        for (int n = 0; n < 100; n++) {
            this.throttle.begin(guest);
            passes(Duration.ofMinutes(1));
        }

        this.throttle.begin(guest);

        assertThat(this.throttle.begin(guest)).contains(Duration.ofMinutes(1));
    }

    @Test
    void aSuccessRemovesOnlyItsOwnAttempt() {
        ClientAddress guest = at("192.0.2.7");
        IntStream.range(0, LoginThrottle.FREE).forEach((n) -> this.throttle.begin(guest));

        this.throttle.succeeded(guest);

        assertThat(this.throttle.begin(guest)).isEmpty();
        assertThat(this.throttle.begin(guest)).isPresent();
    }

    @Test
    void successfulAttemptsAreNeverThrottled() {
        ClientAddress guest = at("192.0.2.7");

        IntStream.range(0, 5 * LoginThrottle.FREE).forEach((n) -> {
            assertThat(this.throttle.begin(guest)).isEmpty();
            this.throttle.succeeded(guest);
        });
    }

    @Test
    void aQuarterOfAnHourIsForgottenAndOthersWereNeverMeant() {
        ClientAddress guest = at("192.0.2.7");
        IntStream.range(0, LoginThrottle.FREE).forEach((n) -> this.throttle.begin(guest));

        assertThat(this.throttle.begin(at("192.0.2.8"))).isEmpty();
        passes(Duration.ofMinutes(15));
        assertThat(this.throttle.begin(guest)).isEmpty();
        assertThat(this.throttle.begin(guest)).isEmpty();
    }

    @Test
    void aNetworkOfIpv6IsOneGuest() {
        IntStream.range(0, LoginThrottle.FREE).forEach((n) -> this.throttle.begin(at("2001:db8:0:1::" + n)));

        assertThat(this.throttle.begin(at("2001:db8:0:1:ffff::1"))).isPresent();
        assertThat(this.throttle.begin(at("2001:db8:0:2::1"))).isEmpty();
    }

    @Test
    void manyGuestsAreNotRememberedForEver() {
        ClientAddress first = at("192.0.2.7");
        IntStream.range(0, LoginThrottle.FREE).forEach((n) -> this.throttle.begin(first));

        IntStream.range(0, 10_000).forEach((n) -> this.throttle.begin(new ClientAddress("guest " + n, false)));

        assertThat(this.throttle.begin(first)).isEmpty();
    }

    @Test
    void aClientOfAProxyIsIdentifiedByTheProxy() {
        assertThat(ClientAddress.of(InetSocketAddress.createUnresolved("192.0.2.7", 0)))
                .isEqualTo(at("192.0.2.7"));
        assertThat(ClientAddress.of(InetSocketAddress.createUnresolved("evil.example", 0)))
                .isEqualTo(new ClientAddress("unknown", false));
    }

    private static ClientAddress at(String address) {
        try {
            return ClientAddress.of(new InetSocketAddress(InetAddress.getByName(address), 4711));
        } catch (UnknownHostException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    private void passes(Duration span) {
        this.nanos.addAndGet(span.toNanos());
    }
}
