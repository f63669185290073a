package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.AILING_LINK;
import static io.gpulse.insight.rule.InsightRules.GPU_LOST;
import static io.gpulse.insight.rule.InsightRules.GPU_MISSING;
import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.LINK_DOWN;
import static io.gpulse.insight.rule.InsightRules.MEMORY_NEARLY_FULL;
import static io.gpulse.insight.rule.InsightRules.MEMORY_WITHOUT_PROCESS;
import static io.gpulse.insight.rule.InsightRules.NARROW_LINK;
import static io.gpulse.insight.rule.InsightRules.ON_BATTERY;
import static io.gpulse.insight.rule.InsightRules.POWER_CAPPED;
import static io.gpulse.insight.rule.InsightRules.THERMALLY_SLOWED;
import static io.gpulse.insight.rule.InsightRules.UNEVEN_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.Severity;
import io.gpulse.event.detection.PowerSupplies;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules on different kinds of machines. */
class MachineKindTests {

    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Instant YESTERDAY = SyntheticMachine.START.minus(Duration.ofDays(1));

    private boolean onBattery;

    private static SyntheticMachine machine(int gpus, InsightRules... rules) {
        return new SyntheticMachine(gpus, EVERY, rules);
    }

    @Test
    void aDriverThatDoesNotAnswerTheFirstCallIsReported() {
        SyntheticMachine machine = machine(2, GPU_MISSING);
        machine.hangs("nvmlInit_v2 has not returned for 8 s.");
        machine.passes(Duration.ofMinutes(3));

        Insight found = machine.only(GPU_MISSING);
        assertThat(found.sentence().en()).startsWith("The driver does not answer");
        assertThat(found.cause().en()).startsWith("nvmlInit_v2");
        assertThat(found.severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void onWindowsRulesAboutUtilizationAndProcessesAreNotChecked() {
        List<InsightRules> rules = List.of(IDLE_ALLOCATED, UNEVEN_GROUP, MEMORY_WITHOUT_PROCESS, NARROW_LINK);
        ObservationScope windows = new ObservationScope(true, true, true, () -> false);
        SyntheticMachine machine = new SyntheticMachine(1, EVERY, windows, rules.toArray(InsightRules[]::new));
        machine.gpu(0).memory(60);
        machine.passes(Duration.ofMinutes(20));

        assertThat(machine.active()).isEmpty();
        assertThat(rules).allSatisfy((rule) -> {
            assertThat(machine.check(rule).outcome()).isEqualTo("not-checked");
            assertThat(machine.check(rule).detail())
                    .isEqualTo("Not checked: on Windows (WSL) the driver lists no processes and its utilization may"
                            + " stay at 0.");
        });
    }

    @Test
    void windowsIsKnownByItsKernel(@TempDir Path root) throws IOException {
        Path kernel = Files.createDirectories(root.resolve("proc/sys/kernel")).resolve("osrelease");
        Files.writeString(kernel, "6.8.0-generic\n");
        assertThat(ObservationScope.isWindows(root)).isFalse();
        Files.writeString(kernel, "5.15.167.4-microsoft-standard-WSL2\n");
        assertThat(ObservationScope.isWindows(root)).isTrue();
    }

    @Test
    void aLaptopOnBatteryIsOneRowInPlaceOfWarnings() {
        ObservationScope sight = new ObservationScope(true, true, false, () -> this.onBattery);
        SyntheticMachine laptop = new SyntheticMachine(1, EVERY, sight, POWER_CAPPED, THERMALLY_SLOWED, ON_BATTERY);
        laptop.gpu(0)
                .called("NVIDIA GeForce RTX 4070 Laptop GPU")
                .utilization(90)
                .set(Metric.ENFORCED_POWER_LIMIT, 35)
                .set(Metric.POWER_DEFAULT_LIMIT, 80)
                .set(Metric.POWER_DRAW, 34)
                .set(Metric.SHARE_BY_POWER_CAP, 80)
                .set(Metric.SHARE_BY_POWER_BRAKE, 30);
        this.onBattery = true;
        laptop.passes(Duration.ofMinutes(10));

        assertThat(laptop.active()).singleElement().satisfies((found) -> {
            assertThat(found.rule()).isEqualTo("on-battery");
            assertThat(found.severity()).isEqualTo(Severity.INFO);
            assertThat(found.sentence().en())
                    .isEqualTo("The machine runs on battery: GPU 0 is throttled 80 % of the time.");
        });
        assertThat(laptop.check(POWER_CAPPED).outcome()).isEqualTo("not-checked");

        this.onBattery = false;
        laptop.passes(Duration.ofMinutes(10));
        assertThat(laptop.active(ON_BATTERY)).isEmpty();
        assertThat(laptop.only(POWER_CAPPED).advice().en())
                .doesNotContain("nvidia-smi")
                .contains("firmware");
    }

    @Test
    void aBatteryOfTheMachineIsDischargedWhileNoSupplyIsConnected(@TempDir Path folder) throws IOException {
        PowerSupplies supplies = new PowerSupplies(folder);
        assertThat(supplies.onBattery()).isFalse();
        supply(folder.resolve("hidpp_battery_0"), "Battery", "status", "Discharging");
        Files.writeString(folder.resolve("hidpp_battery_0/scope"), "Device\n");
        assertThat(supplies.onBattery()).isFalse();

        supply(folder.resolve("BAT0"), "Battery", "status", "Discharging");
        supply(folder.resolve("AC"), "Mains", "online", "1");
        assertThat(supplies.onBattery()).isFalse();
        supply(folder.resolve("AC"), "Mains", "online", "0");
        assertThat(supplies.onBattery()).isTrue();
    }

    private static void supply(Path supply, String type, String file, String value) throws IOException {
        Files.createDirectories(supply);
        Files.writeString(supply.resolve("type"), type + "\n");
        Files.writeString(supply.resolve(file), value + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"VLLM::EngineCor", "tritonserver", "sglang::schedul", "/usr/bin/ollama", "text-generation-server"
            })
    void anIdleInferenceServerHoldsMemoryOnPurpose(String name) {
        SyntheticMachine machine = machine(1, IDLE_ALLOCATED, MEMORY_NEARLY_FULL);
        machine.gpu(0).memory(78).process(7, name, 78, YESTERDAY);
        machine.passes(Duration.ofMinutes(20));

        assertThat(machine.active()).hasSize(2).allSatisfy((found) -> {
            assertThat(found.severity()).isEqualTo(Severity.INFO);
            assertThat(found.cause().en()).contains(" is an inference server: it holds memory on purpose");
            assertThat(found.advice().en()).startsWith("Nothing needs to be done");
        });
    }

    @Test
    void replicasOfAnInferenceServerAreNoGroup() {
        SyntheticMachine machine = machine(4, UNEVEN_GROUP);
        for (int gpu = 0; gpu < 4; gpu++) {
            machine.gpu(gpu).utilization(gpu == 2 ? 20 : 90).process(100 + gpu, "vllm", 40, YESTERDAY);
        }
        machine.passes(Duration.ofMinutes(10));

        assertThat(machine.active()).isEmpty();
        assertThat(machine.check(UNEVEN_GROUP).outcome()).isEqualTo("not-checked");
    }

    @Test
    void gpusOfDifferentModelsAreNoGroup() {
        SyntheticMachine machine = machine(4, UNEVEN_GROUP);
        for (int gpu = 0; gpu < 4; gpu++) {
            machine.gpu(gpu).utilization(gpu == 0 ? 60 : 95).process(100 + gpu, "python", 40, YESTERDAY);
            machine.gpu(gpu).called(gpu < 2 ? "NVIDIA A100-SXM4-80GB" : "NVIDIA H100 80GB HBM3");
        }
        machine.passes(Duration.ofMinutes(10));

        assertThat(machine.active()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NVIDIA A100-SXM4-80GB", "NVIDIA H100 80GB HBM3", "NVIDIA H200", "NVIDIA GH200 480GB"})
    void reseatingOfAModuleIsNotAdvised(String name) {
        SyntheticMachine machine = machine(1, NARROW_LINK, AILING_LINK);
        machine.gpu(0).called(name).utilization(90).set(Metric.PCIE_WIDTH_CURRENT, 8);
        machine.passes(Duration.ofMinutes(5));
        machine.gpu(0).link(3, Metric.LINK_RECOVERIES, 4);
        machine.passes(Duration.ofMinutes(1));

        assertThat(machine.active())
                .hasSize(2)
                .allSatisfy((found) -> assertThat(
                                found.advice().en() + found.cause().en())
                        .doesNotContainIgnoringCase("reseat")
                        .doesNotContain("badly seated"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Orin (nvgpu)", "NVIDIA GB10", "NVIDIA GeForce MX450", "GeForce GTX 980M"})
    void theLinkOfASolderedGpuIsNotChecked(String name) {
        SyntheticMachine machine = machine(1, NARROW_LINK);
        machine.gpu(0).called(name).utilization(90).set(Metric.PCIE_WIDTH_CURRENT, 8);
        machine.passes(Duration.ofMinutes(5));

        assertThat(machine.active()).isEmpty();
        assertThat(machine.check(NARROW_LINK).detail()).contains("is soldered");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA GeForce RTX 4090"})
    void aCardIsReseated(String name) {
        SyntheticMachine machine = machine(1, NARROW_LINK);
        machine.gpu(0).called(name).utilization(90).set(Metric.PCIE_WIDTH_CURRENT, 8);
        machine.passes(Duration.ofMinutes(5));

        assertThat(machine.only(NARROW_LINK).advice().en()).startsWith("Reseat the card");
    }

    @Test
    void aLinkThatWasUpAndIsDownIsFound() {
        SyntheticMachine machine = machine(2, LINK_DOWN);
        for (int link = 0; link < 18; link++) {
            machine.gpu(0).link(link, Metric.LINK_STATE, link == 17 ? 0 : 1);
        }
        machine.passes(Duration.ofMinutes(5));
        assertThat(machine.active()).isEmpty();

        machine.gpu(0).link(3, Metric.LINK_STATE, 0);
        machine.passes(Duration.ofMinutes(1));
        assertThat(machine.only(LINK_DOWN).sentence().en())
                .isEqualTo("NVLink 3 of GPU 0 is down, 16 of its links are up.");

        machine.gpu(0).link(3, Metric.LINK_STATE, 1);
        machine.passes(Duration.ofMinutes(2));
        assertThat(machine.active()).isEmpty();
    }

    @Test
    void aLinkInAnotherStateThanDownIsUp() {
        SyntheticMachine machine = machine(2, LINK_DOWN);
        machine.passes(Duration.ofMinutes(5));
        machine.gpu(0).link(3, Metric.LINK_STATE, 2);
        machine.passes(Duration.ofMinutes(5));

        assertThat(machine.active()).isEmpty();
    }

    @Test
    void adviceToResetAModuleMentionsThatGpulseKeepsItOpen() {
        SyntheticMachine machine = machine(1, LINK_DOWN);
        machine.gpu(0).called("NVIDIA H100 80GB HBM3");
        machine.passes(Duration.ofMinutes(5));
        machine.gpu(0).link(3, Metric.LINK_STATE, 0);
        machine.passes(Duration.ofMinutes(1));

        assertThat(machine.only(LINK_DOWN).advice().en()).contains("contact the vendor", "Stop gpulse before a reset");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Quadro M2000M", "Quadro K1100M", "GeForce GTX 970M", "Quadro P3200 with Max-Q Design"})
    void aMobileGpuOfAnOlderGenerationIsSoldered(String name) {
        SyntheticMachine machine = machine(1, NARROW_LINK);
        machine.gpu(0).called(name).utilization(90).set(Metric.PCIE_WIDTH_CURRENT, 8);
        machine.passes(Duration.ofMinutes(5));

        assertThat(machine.active()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Orin (nvgpu)", "NVIDIA GB10", "NVIDIA GeForce RTX 4070 Laptop GPU"})
    void theSlotOfASolderedGpuIsNotChecked(String name) {
        SyntheticMachine machine = machine(1, GPU_LOST);
        machine.gpu(0).called(name).state(GpuState.LOST, YESTERDAY);
        machine.passes(Duration.ofMinutes(1));

        assertThat(machine.only(GPU_LOST).advice().en()).contains("Reboot").doesNotContain("slot");
    }

    @Test
    void aCardThatTheDriverNeverListedIsNotResetForEver() {
        SyntheticMachine machine = machine(2, GPU_MISSING);
        machine.host(Metric.HOST_GPUS_ON_BUS, 3);
        machine.passes(Duration.ofMinutes(3));

        assertThat(machine.only(GPU_MISSING).severity()).isEqualTo(Severity.WARNING);
        assertThat(machine.only(GPU_MISSING).advice().en()).contains("install the driver of its generation");
    }

    @Test
    void aGpuThatTheDriverNoLongerListsIsCritical() {
        SyntheticMachine machine = machine(3, GPU_MISSING);
        machine.passes(Duration.ofMinutes(3));
        machine.gpu(2).listed(false);
        machine.passes(Duration.ofMinutes(3));

        assertThat(machine.only(GPU_MISSING).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(machine.only(GPU_MISSING).advice().en()).contains("reset or reboot");
    }
}
