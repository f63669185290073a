package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.history.accounting.OwnerTotals.OwnerTotal;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.AccountedRounds;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerTotalsTests {

    private final Map<ProcessAccount, Use> uses = new LinkedHashMap<>();
    private final OwnerTotals totals = new OwnerTotals(OwnerLabel.USER);
    private long nanos;

    private OwnerTotalsTests with(int pid, String user, boolean active) {
        Map<Metric, Reading> readings = Map.of(Metric.PROCESS_USER, new Reading.Text(user));
        ProcessSample process =
                new ProcessSample(pid, ProcessSample.Type.COMPUTE, "python", null, Readings.of(readings));
        this.uses.put(
                ProcessAccount.first("GPU-0", process, 0), new Use(1, active ? 1 : 0, active ? 0 : 1, 0, 0, 0, 0, 100));
        return this;
    }

    private void take(long seconds) {
        this.nanos += seconds * 1_000_000_000;
        this.totals.begin("GPU-0", this.nanos);
        this.uses.forEach((process, use) -> this.totals.add(process, 1e9, use));
        this.totals.end(seconds);
        this.uses.clear();
    }

    private OwnerTotal of(String owner) {
        return this.totals.all().stream()
                .filter((one) -> one.owner().equals(owner))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void twoProcessesOfAUserOnAGpuCountOnce() {
        with(1, "anna", true).with(2, "anna", false).with(3, "bob", false).take(10);

        assertThat(of("anna")).isEqualTo(new OwnerTotal("GPU-0", "anna", 2e9, 10, 0, 200));
        assertThat(of("bob")).isEqualTo(new OwnerTotal("GPU-0", "bob", 1e9, 0, 10, 100));
    }

    @Test
    void whoIsGoneKeepsCountsAndHoldsNothing() {
        with(1, "anna", true).take(10);
        take(10);

        assertThat(of("anna").held()).isNaN();
        assertThat(of("anna").activeSeconds()).isEqualTo(10, within(1e-9));
    }

    @Test
    void theThirtyThirdOwnerIsOneOfTheOthers() {
        for (int n = 0; n < 40; n++) {
            with(n, "user" + n, true);
        }
        take(10);

        assertThat(this.totals.all()).hasSize(OwnerTotals.MOST + 1);
        assertThat(of("other")).isEqualTo(new OwnerTotal("GPU-0", "other", 8e9, 10, 0, 800));
    }

    @Test
    void anOwnerWhoHasBeenAwayGivesUpItsPlace() {
        for (int n = 0; n < 32; n++) {
            with(n, "user" + n, true);
        }
        take(10);
        for (int n = 1; n < 32; n++) {
            with(n, "user" + n, true);
        }
        take(600);
        with(99, "late", true).take(10);

        assertThat(this.totals.all())
                .extracting(OwnerTotal::owner)
                .contains("late")
                .doesNotContain("user0");
    }

    @Test
    void theRoundsOfAGpuAreAddedUpByUser() {
        Accounting accounting = new Accounting(OwnerLabel.USER);
        AccountedRounds rounds = new AccountedRounds();
        for (int n = 0; n < 11; n++) {
            accounting.add(rounds.next());
        }

        assertThat(accounting.ofOwners())
                .containsExactly(new OwnerTotal(AccountedRounds.UUID, "mchen", 5e9, 10, 0, 4000));
    }

    @Test
    void whatIsHeldIsNotKnownWhileTheGpuIsNotSampled() {
        with(1, "anna", true).take(10);

        this.totals.begin("GPU-0", this.nanos);

        assertThat(of("anna").held()).isNaN();
    }

    @Test
    void nothingIsCountedWhenItIsOff() {
        Accounting accounting = new Accounting();
        AccountedRounds rounds = new AccountedRounds();
        accounting.add(rounds.next());
        accounting.add(rounds.next());

        assertThat(accounting.ofOwners()).isEmpty();
    }
}
