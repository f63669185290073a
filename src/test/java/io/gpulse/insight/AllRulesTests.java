package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.InsightMonitor.RuleState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All rules on one machine: a trouble is reported by its own rule, and by no other. */
class AllRulesTests {

    private static final Pattern NAMED = Pattern.compile("\\.because\\(([^;]*?)\\)\\s");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z-]+)\"");
    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);

    private final SyntheticMachine machine = SyntheticMachine.withAllRules(4, Duration.ofSeconds(2));

    /** A trouble, which its rule reports within a quarter of an hour. {@code ON_BATTERY} is that of a laptop. */
    enum Trouble {
        IDLE_ALLOCATED("process NONE", (machine) -> machine.gpu(3).memory(62)),
        INPUT_BOUND(
                "processors NONE",
                (machine) -> machine.host(Metric.HOST_CPU_UTILIZATION, 96)
                        .gpu(3)
                        .utilization(machine.seconds() % 6 < 4 ? 98 : 0)),
        MEMORY_NEARLY_FULL(
                "full NONE",
                (machine) ->
                        machine.gpu(3).memory(79).utilization(99).endProcesses().process(7, "a", 79, YESTERDAY)),
        POWER_CAPPED(
                "power-limit NONE",
                (machine) -> machine.gpu(3)
                        .utilization(99)
                        .set(Metric.ENFORCED_POWER_LIMIT, 500)
                        .set(Metric.SHARE_BY_POWER_CAP, machine.seconds() % 100 < 40 ? 100 : 0)),
        THERMALLY_SLOWED(
                "heat NONE",
                (machine) -> machine.gpu(3)
                        .utilization(99)
                        .set(Metric.SHARE_BY_SW_THERMAL, machine.seconds() % 100 < 40 ? 100 : 0)),
        NARROW_LINK("lanes NONE", (machine) -> machine.gpu(3).utilization(40).set(Metric.PCIE_WIDTH_CURRENT, 8)),
        AILING_LINK(
                "recoveries CONTACT_SUPPORT",
                (machine) -> machine.gpu(3).link(3, Metric.LINK_RECOVERIES, (long) machine.seconds() / 200)),
        LINK_DOWN(
                "link RESET_GPU",
                (machine) -> machine.gpu(3).link(3, Metric.LINK_STATE, machine.seconds() < 60 ? 1 : 0)),
        UNEVEN_GROUP(
                "utilization NONE",
                (machine) -> IntStream.range(0, 4)
                        .forEach((gpu) -> machine.gpu(gpu)
                                .utilization(gpu == 3 ? 62 : 96)
                                .endProcesses()
                                .process(100 + gpu, "train.py", 40, YESTERDAY))),
        VGPU_UNLICENSED(
                "license NONE",
                (machine) -> machine.gpu(3).code(Metric.VIRTUALIZATION_MODE, 2).code(Metric.VGPU_LICENSE_STATUS, 0)),
        GPU_MISSING("never-listed NONE", (machine) -> machine.host(Metric.HOST_GPUS_ON_BUS, 5)),
        MEMORY_WITHOUT_PROCESS(
                "unexplained RESET_GPU",
                (machine) -> machine.gpu(3).leaves().utilization(5).memory(30)),
        GPU_LOST("lost REBOOT", (machine) -> machine.gpu(3).state(GpuState.LOST, YESTERDAY)),
        GPU_STUCK("stuck RESET_GPU", (machine) -> machine.gpu(3).state(GpuState.STUCK, YESTERDAY)),
        ERRORS_GROWING(
                "errors RESET_GPU",
                (machine) -> machine.gpu(3).set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, machine.seconds() < 60 ? 0 : 2)),
        RECOVERY_ACTION("reset RESET_GPU", (machine) -> machine.gpu(3).code(Metric.GPU_RECOVERY_ACTION, 1)),
        XID("79 REBOOT", Trouble::report);

        private final String labels;
        private final Consumer<SyntheticMachine> round;

        /** @param labels the cause and the action of its series */
        Trouble(String labels, Consumer<SyntheticMachine> round) {
            this.labels = labels;
            this.round = round;
        }

        private static void report(SyntheticMachine machine) {
            if (machine.seconds() == 60) {
                EventGpu gpu = new EventGpu(3, Snapshots.identity(3).uuid());
                machine.engine().setMonitored(Set.of(0, 1, 2, 3));
                machine.events()
                        .add(new EventDraft(machine.wall(), EventKind.XID, Severity.CRITICAL, gpu, 79, Map.of()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTroubleIsReportedByItsOwnRuleOnly(Trouble trouble) {
        String rule = InsightRules.valueOf(trouble.name()).spec().id();

        this.machine.passes(Duration.ofMinutes(15), () -> trouble.round.accept(this.machine));

        assertThat(this.machine.active()).extracting(Insight::rule).containsExactly(rule);
        assertThat(this.machine.changes()).extracting(Insight::rule).containsOnly(rule);
        assertThat(this.machine.active()).allSatisfy((active) -> {
            assertThat(active.brief().en()).hasSizeLessThanOrEqualTo(48).doesNotContainPattern("[{}]|GPUs? \\d");
            assertThat(active.brief().zh()).doesNotContainPattern("[{}]|GPU \\d");
            assertThat(trouble.labels).endsWith(" " + active.action());
        });
        assertThat(this.machine.board().states())
                .filteredOn(RuleState::active)
                .extracting(
                        (state) -> state.alert().cause() + " " + state.alert().action())
                .containsOnly(trouble.labels);
    }

    @Test
    void eachRuleOfAServerHasItsTrouble() {
        assertThat(Trouble.values())
                .extracting(Trouble::name)
                .containsExactlyInAnyOrderElementsOf(Stream.of(InsightRules.values())
                        .filter((rule) -> rule != InsightRules.ON_BATTERY)
                        .map(InsightRules::name)
                        .toList());
    }

    /** Every cause that a condition names is on the list of its rule: others would be one series. */
    @Test
    void causesAreListed() throws IOException {
        Set<String> listed = Stream.of(InsightRules.values())
                .flatMap((rule) -> rule.spec().causes().stream())
                .collect(Collectors.toSet());
        Path rules = Path.of("src", "main", "java", "io", "gpulse", "insight", "rule");
        try (Stream<Path> files = Files.list(rules)) {
            List<String> named = files.flatMap(
                            (file) -> NAMED.matcher(read(file)).results())
                    .flatMap((call) -> LITERAL.matcher(call.group(1)).results())
                    .map((literal) -> literal.group(1))
                    .toList();

            assertThat(named).hasSizeGreaterThan(6);
            assertThat(listed).containsAll(named);
        }
        assertThat(InsightRules.values())
                .allSatisfy((rule) -> assertThat(rule.spec().causes())
                        .isNotEmpty()
                        .doesNotHaveDuplicates()
                        .allMatch((cause) -> cause.matches("[a-z0-9-]+")));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void withoutAListedGpuNoRulePasses() {
        IntStream.range(0, 4).forEach((gpu) -> this.machine.gpu(gpu).listed(false));
        this.machine.host(Metric.HOST_GPUS_ON_BUS, 0);

        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.board().checks())
                .filteredOn((check) -> check.outcome().equals("passed"))
                .extracting(Check::rule)
                .containsExactly("gpu-missing");
    }
}
