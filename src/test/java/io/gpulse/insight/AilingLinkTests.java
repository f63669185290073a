package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.AILING_LINK;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.Severity;
import io.gpulse.event.xid.Precedence;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One link of eighteen that recovers again and again, days before it takes its GPUs along. */
class AilingLinkTests {

    private static final String UUID = Snapshots.identity(0).uuid();

    private SyntheticMachine machine = new SyntheticMachine(2, AILING_LINK);

    @Test
    void theStoryOfALinkWithManyRecoveries() {
        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 505);

        this.machine.passes(Duration.ofMinutes(10));
        assertThat(this.machine.active()).isEmpty();
        this.machine.passes(
                Duration.ofMinutes(21),
                () -> this.machine
                        .gpu(0)
                        .link(3, Metric.LINK_RECOVERIES, 505 + (int) ((this.machine.seconds() - 600) / 400)));

        Insight found = this.machine.only(AILING_LINK);
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence().en())
                .isEqualTo("NVLink 3 of GPU 0 has had 3 recoveries in 24 h, while its neighbours stay healthy.");
        assertThat(found.cause().en())
                .isEqualTo("2 in the last 10 min, 3 since it was seen first 30 min ago; the counter is at 508."
                        + " Most of the"
                        + " other 17 links count none.");
        assertThat(found.evidence())
                .extracting((each) -> each.name().en())
                .contains("in 10 min", "in the window", "since first seen", "in all");
    }

    @Test
    void aRecoveryThatFailedHasThePrecedenceOfItsEvent() {
        for (int link = 0; link < 18; link++) {
            this.machine.gpu(0).link(link, Metric.LINK_RECOVERIES_FAILED, 0);
        }
        this.machine.passes(Duration.ofMinutes(5));
        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES_FAILED, 1);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.only(AILING_LINK).precedence()).isEqualTo(Precedence.LINK_FAILED);
        assertThat(this.machine.only(AILING_LINK).advice().en()).startsWith("Such a link may fail");
    }

    @Test
    void errorsAreRestoredAfterARestart() {
        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 508);
        long then = SyntheticMachine.START.minus(Duration.ofHours(20)).toEpochMilli();
        List<LinkErrorCount> stored = new ArrayList<>();
        for (int link = 0; link < 18; link++) {
            stored.add(new LinkErrorCount(UUID, link, Metric.LINK_RECOVERIES, then - 1000, link == 3 ? 505 : 0));
        }
        stored.add(new LinkErrorCount(UUID, 3, Metric.LINK_RECOVERIES, then, 507));
        // The history is read while the first rounds are taken.
        this.machine.passes(Duration.ofSeconds(5));

        this.machine.engine().restoreLinks(stored);
        this.machine.passes(Duration.ofSeconds(5));

        assertThat(this.machine.only(AILING_LINK).cause().en())
                .startsWith("1 in the last 10 min, 3 since it was seen first 20 h ago; the counter is at 508.");
    }

    @Test
    void aLinkWhoseNeighboursRecoverTooIsNotTheOne() {
        this.machine.passes(Duration.ofHours(1), () -> {
            for (int link = 0; link < 18; link++) {
                this.machine.gpu(0).link(link, Metric.LINK_RECOVERIES, (long) (this.machine.seconds() / 600));
            }
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void oldRecoveriesAreOldStories() {
        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 505);

        this.machine.passes(Duration.ofHours(2));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void replaysOnAllLinksAreNoise() {
        Random random = new Random(2);
        long[] counts = new long[18];

        this.machine.passes(Duration.ofHours(2), () -> {
            for (int link = 0; link < 18; link++) {
                counts[link] += random.nextInt(40) == 0 ? 1 : 0;
                this.machine.gpu(1).link(link, Metric.LINK_REPLAYS, counts[link]);
            }
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void replaysOnOneLinkAreReported() {
        this.machine.passes(
                Duration.ofHours(1),
                () -> this.machine.gpu(1).link(7, Metric.LINK_REPLAYS, (long) (this.machine.seconds() / 10)));

        assertThat(this.machine.only(AILING_LINK).sentence().en())
                .startsWith("NVLink 7 of GPU 1 has had 359 errors (link.nvlink.errors.replay) in 24 h");
    }

    @Test
    void aCounterThatRestartsIsNoError() {
        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 505);
        this.machine.passes(Duration.ofMinutes(5));

        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 0);
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void anErrorIsOverAfterADay() {
        this.machine = new SyntheticMachine(1, Duration.ofSeconds(30), AILING_LINK);
        this.machine.passes(Duration.ofMinutes(10));
        this.machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 2);

        this.machine.passes(Duration.ofHours(23));
        assertThat(this.machine.active()).hasSize(1);
        this.machine.passes(Duration.ofHours(2));

        assertThat(this.machine.active()).isEmpty();
    }

    @Test
    void withoutNvlinkItIsNotChecked() {
        this.machine.gpu(0).lacks(Metric.NVLINK_LINKS, Reason.NOT_SUPPORTED);
        this.machine.gpu(1).lacks(Metric.NVLINK_LINKS, Reason.NOT_SUPPORTED);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.check(AILING_LINK).detail())
                .isEqualTo("Not checked: needs nvlink.links, which is not supported.");
    }
}
