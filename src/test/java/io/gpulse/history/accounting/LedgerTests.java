package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.history.accounting.Ledger.Place;
import io.gpulse.history.accounting.Ledger.Share;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LedgerTests {

    private static final String GPU = "GPU-0";
    private static final double EXACT = 1e-9;

    private static Stay<String> stay(String owner, long from, long to) {
        return new Stay<>(owner, GPU, from * 1000, to * 1000);
    }

    @SafeVarargs
    private static Ledger<String> ledger(Stay<String>... stays) {
        return new Ledger<>(List.of(stays));
    }

    private static Sums sums(double active, double idle, double free, double unknown) {
        Sums sums = new Sums();
        sums.add(Occupancy.ACTIVE, active, 500 * active);
        sums.add(Occupancy.HELD_IDLE, idle, 100 * idle);
        sums.add(Occupancy.FREE, free, 60 * free);
        sums.add(Occupancy.UNKNOWN, unknown, 10 * unknown);
        return sums;
    }

    private static Share share(Ledger<String> ledger, String... owners) {
        return ledger.shares().getOrDefault(new Place<>(GPU, Set.of(owners)), new Share());
    }

    @Test
    void allOfAMinuteIsOfTheOnlyOwner() {
        Ledger<String> ledger = ledger(stay("anna", 0, 120));

        ledger.add(GPU, 0, sums(40, 20, 0, 0), Map.of(Metric.REASON_POWER_CAP, 12.0));

        Share anna = share(ledger, "anna");
        assertThat(anna.sums().seconds(Occupancy.ACTIVE)).isEqualTo(40);
        assertThat(anna.sums().joules(Occupancy.ACTIVE)).isEqualTo(20_000);
        assertThat(anna.sums().seconds(Occupancy.HELD_IDLE)).isEqualTo(20);
        assertThat(anna.reasons()).containsExactly(Map.entry(Metric.REASON_POWER_CAP, 12.0));
        assertThat(share(ledger).sums().seconds()).isZero();
    }

    @Test
    void whatIsActiveIsOfTheOwnerAndWhatIsFreeOfNobody() {
        Ledger<String> ledger = ledger(stay("anna", 0, 15));

        ledger.add(GPU, 0, sums(15, 0, 45, 0), Map.of());

        assertThat(share(ledger, "anna").sums().seconds()).isEqualTo(15);
        assertThat(share(ledger).sums().seconds(Occupancy.FREE)).isEqualTo(45);
        assertThat(share(ledger).sums().seconds(Occupancy.ACTIVE)).isZero();
    }

    @Test
    void moreThanTheStaysIsOfNobody() {
        Ledger<String> ledger = ledger(stay("anna", 0, 15));

        ledger.add(GPU, 0, sums(0, 60, 0, 0), Map.of());

        assertThat(share(ledger, "anna").sums().seconds(Occupancy.HELD_IDLE)).isEqualTo(15, within(EXACT));
        assertThat(share(ledger).sums().seconds(Occupancy.HELD_IDLE)).isEqualTo(45, within(EXACT));
    }

    @Test
    void ownersThatOverlapShareTheTimeInWhichTheyDo() {
        Ledger<String> ledger = ledger(stay("anna", 0, 45), stay("bob", 30, 60), stay("bob", 40, 60));

        ledger.add(GPU, 0, sums(60, 0, 0, 0), Map.of());

        assertThat(share(ledger, "anna").sums().seconds()).isEqualTo(30, within(EXACT));
        assertThat(share(ledger, "anna", "bob").sums().seconds()).isEqualTo(15, within(EXACT));
        assertThat(share(ledger, "bob").sums().seconds()).isEqualTo(15, within(EXACT));
    }

    @Test
    void twoProcessesOfAnOwnerAreOneStay() {
        Ledger<String> ledger = ledger(stay("anna", 0, 60), stay("anna", 0, 30), stay("anna", 60, 90));

        ledger.add(GPU, 0, sums(60, 0, 0, 0), Map.of());
        ledger.add(GPU, 60_000, sums(30, 0, 30, 0), Map.of());

        assertThat(share(ledger, "anna").sums().seconds()).isEqualTo(90);
    }

    @Test
    void theSharesAddUpToWhatWasAdded() {
        Ledger<String> ledger = ledger(stay("anna", 3, 47), stay("bob", 21, 200), stay("anna", 130, 131));
        Sums all = new Sums();

        LongStream.range(0, 5).forEach((minute) -> {
            Sums sums = sums(7 * minute, 20 - minute, 30 - 6 * minute, 10);
            ledger.add(GPU, minute * 60_000, sums, Map.of());
            all.add(sums);
        });

        for (Occupancy occupancy : Occupancy.values()) {
            assertThat(ledger.shares().values().stream()
                            .mapToDouble((share) -> share.sums().seconds(occupancy))
                            .sum())
                    .isEqualTo(all.seconds(occupancy), within(EXACT));
        }
        assertThat(ledger.shares().values().stream()
                        .mapToDouble((share) -> share.sums().joules())
                        .sum())
                .isEqualTo(all.joules(), within(1e-6));
    }

    @Test
    void aMinuteWithoutSamplesIsOfNobody() {
        Ledger<String> ledger = ledger(stay("anna", 0, 60));

        ledger.add(GPU, 0, sums(0, 0, 0, 60), Map.of());

        assertThat(share(ledger, "anna").sums().seconds()).isZero();
        assertThat(share(ledger).sums().seconds(Occupancy.UNKNOWN)).isEqualTo(60);
    }

    @Test
    void meansAreThoseOfMinutesInWhichOnlyTheOwnerWasThere() {
        Ledger<String> ledger = ledger(stay("anna", 30, 240), stay("bob", 200, 240));

        for (int minute = 0; minute < 4; minute++) {
            ledger.addMeans(GPU, minute * 60_000L, new double[] {10 * minute, Double.NaN});
        }

        assertThat(share(ledger, "anna").mean(0)).isEqualTo(15);
        assertThat(share(ledger, "anna").mean(1)).isNaN();
        assertThat(share(ledger, "anna", "bob").mean(0)).isNaN();
    }
}
