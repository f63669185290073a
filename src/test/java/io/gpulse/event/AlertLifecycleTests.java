package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The lifecycle of an alert. */
class AlertLifecycleTests {

    private static final Duration LONGEST_UNKNOWN = Duration.ofMillis(100);

    private final AlertLifecycle alert = new AlertLifecycle(Duration.ofMillis(30), Duration.ofMillis(10));

    @Test
    void anAlertFiresOnceItsConditionHasHeldForTheTime() {
        assertThat(this.alert.hold(1000)).isFalse();
        assertThat(this.alert.hold(1029)).isFalse();
        assertThat(this.alert.isActive()).isTrue();
        assertThat(this.alert.isFiring()).isFalse();

        assertThat(this.alert.hold(1030)).isTrue();
        assertThat(this.alert.heldFor(1030)).isEqualTo(30);
        assertThat(this.alert.hold(1040)).isFalse();
        assertThat(this.alert.isFiring()).isTrue();
    }

    @Test
    void aPendingAlertIsDroppedAsSoonAsItsConditionDoesNotHold() {
        this.alert.hold(1000);
        assertThat(this.alert.clear(1010)).isTrue();
        assertThat(this.alert.isActive()).isFalse();

        assertThat(this.alert.hold(1030)).isFalse();
        this.alert.hold(1050);
        assertThat(this.alert.unknown(1051, LONGEST_UNKNOWN)).isTrue();
        assertThat(this.alert.hold(1061)).isFalse();
    }

    @Test
    void aFiringAlertIsResolvedAfterTheTimeOfKeepFiringFor() {
        this.alert.hold(1000);
        this.alert.hold(1030);

        assertThat(this.alert.clear(1031)).isFalse();
        assertThat(this.alert.hold(1040)).isFalse();
        assertThat(this.alert.clear(1041)).isFalse();
        assertThat(this.alert.clear(1050)).isFalse();
        assertThat(this.alert.clear(1051)).isTrue();
        assertThat(this.alert.isFiring()).isFalse();
        assertThat(this.alert.notHeldFor(1051)).isEqualTo(10);
    }

    @Test
    void aFiringAlertWhoseConditionIsUnknownFiresForALongerTime() {
        this.alert.hold(1000);
        this.alert.hold(1030);

        assertThat(this.alert.clear(1031)).isFalse();
        assertThat(this.alert.unknown(1040, LONGEST_UNKNOWN)).isFalse();
        assertThat(this.alert.unknown(1139, LONGEST_UNKNOWN)).isFalse();
        assertThat(this.alert.unknown(1140, LONGEST_UNKNOWN)).isTrue();
    }
}
