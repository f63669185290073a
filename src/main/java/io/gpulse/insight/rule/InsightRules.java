package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.CRITICAL;
import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.insight.rule.Rule.rule;

import io.gpulse.event.xid.Outage;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All rules, in the order of documents. The id of a row is its name; its texts are the messages {@code rule.ID.*},
 * whose placeholders are the values of a {@link Finding}; {@code {gpu}} always has one.
 */
@SuppressWarnings("ImmutableEnumChecker") // a rule is data and never changes
public enum InsightRules {
    IDLE_ALLOCATED(rule(WARNING)
            .causes("process", "inference-server")
            .isAboutUse()
            .needs(Metric.UTILIZATION_GPU, Metric.MEMORY_USED)
            .size("memory", "1GiB", "minimum memory held")
            .duration("idle", "10m", "minimum time at a utilization of at most 1 %")
            .holds("0s", "10s")
            .advises(Precedence.IDLE_MEMORY)
            .onEachGpu(HeldMemory::idle)),
    INPUT_BOUND(rule(WARNING)
            .causes("transfers", "processors", "disks")
            .isAboutUse()
            .needs(Metric.UTILIZATION_GPU)
            .percent("low", "10%", "the GPU rests at or below this utilization")
            .percent("high", "70%", "the GPU works at or above this utilization")
            .percent("share", "15%", "minimum share of rest in the last two minutes")
            .percent("cpu", "85%", "minimum host CPU utilization to be the cause")
            .percent("iowait", "20%", "minimum share of waiting for disks to be the cause")
            .window("window", "2m", "window of the host CPU")
            .holds("30s", "2m")
            .advises(Precedence.INPUT)
            .onGroups(InputBound::check)),
    MEMORY_NEARLY_FULL(rule(INFO)
            .causes("full", "rising", "inference-server")
            .isAboutUse()
            .needs(Metric.MEMORY_USED, Metric.MEMORY_TOTAL)
            .percent("used", "95%", "the share of used memory must exceed this")
            .duration("full-within", "10m", "or memory rises and is full within this time")
            .window("window", "5m", "window of the rise")
            .percent("growth", "2%", "minimum rise in the window, as a share of the memory")
            .duration("start", "2m", "a process younger than the window plus this is still allocating")
            .holds("30s", "1m")
            .advises(Precedence.FULL_MEMORY)
            .onEachGpu(MemoryTrend::check)),
    POWER_CAPPED(rule(WARNING)
            .causes("power-limit", "laptop")
            .isAboutUse()
            .needs(Metric.SHARE_BY_POWER_CAP, Metric.ENFORCED_POWER_LIMIT, Metric.POWER_DEFAULT_LIMIT)
            .percent("share", "10%", "the share of the window, by the driver's counter, must exceed this")
            .window("window", "5m", "window of the share")
            .holds("0s", "5m")
            .advice(Remedy.RAISE_POWER_LIMIT)
            .onEachGpu(ThrottledClocks::powerCapped)),
    THERMALLY_SLOWED(rule(WARNING)
            .causes("heat", "power-supply")
            .needs(Metric.SHARE_BY_SW_THERMAL, Metric.SHARE_BY_HW_THERMAL)
            .percent("share", "10%", "the share of the window, by the driver's counters, must exceed this")
            .window("window", "5m", "window of the share")
            .holds("0s", "5m")
            .advice(Remedy.CHECK_COOLING)
            .onEachGpu(ThrottledClocks::thermallySlowed)),
    ON_BATTERY(rule(INFO)
            .causes("battery")
            .percent("share", "10%", "the share of the window, by the driver's counters, must exceed this")
            .window("window", "5m", "window of the share")
            .holds("0s", "1m")
            .advises(Precedence.LAPTOP)
            .onEachGpu(ThrottledClocks::onBattery)),
    NARROW_LINK(rule(INFO)
            .causes("lanes", "generation", "lanes-and-generation")
            .needs(
                    Metric.PCIE_WIDTH_CURRENT,
                    Metric.PCIE_WIDTH_MAX,
                    Metric.PCIE_GEN_CURRENT,
                    Metric.PCIE_GEN_MAX,
                    Metric.UTILIZATION_GPU)
            .percent("load", "10%", "minimum utilization: an idle GPU narrows and slows its link to save power")
            .window("window", "1m", "window of the utilization")
            .holds("1m", "1m")
            .advises(Precedence.NARROW_LINK)
            .onEachGpu(NarrowLinks::check)),
    AILING_LINK(rule(WARNING)
            .causes("errors", "recoveries", "failures")
            .needs(Metric.NVLINK_LINKS)
            .duration("window", "24h", "window of the counts")
            .count("recoveries", "1", "minimum recoveries in the window while other links have none")
            .count("errors", "10", "minimum errors in the window")
            .count("symbols", "1000", "minimum symbol errors in the window; most are corrected")
            .count("times", "10", "minimum ratio to the errors of most other links")
            .holds("0s", "10m")
            .advises(Precedence.LINK_ERRORS)
            .onGroups(DegradedLinks::check)),
    LINK_DOWN(rule(WARNING)
            .causes("link")
            .needs(Metric.NVLINK_LINKS)
            .holds("30s", "1m")
            .advises(Precedence.LINK_DOWN)
            .onEachGpu(DegradedLinks::checkStates)),
    UNEVEN_GROUP(rule(WARNING)
            .causes("utilization", "clock")
            .isAboutUse()
            .needs(Metric.UTILIZATION_GPU)
            .window("window", "5m", "window of the means")
            .percent("lag", "20%", "a GPU must be more than these points of utilization below the others")
            .percent("agreement", "10%", "the others agree within these points of utilization")
            .percent("clock", "15%", "or its SM clock must be lower by more than this share")
            .duration("started-within", "60s", "processes of one name and user that start this close work together")
            .holds("1m", "2m")
            .advises(Precedence.LAG)
            .onGroups(UnevenGroups::check)),
    VGPU_UNLICENSED(rule(WARNING)
            .causes("license")
            .holds("5m", "1m")
            .advises(Precedence.LICENSE)
            .onEachGpu(VirtualGpus::unlicensed)),
    GPU_MISSING(rule(CRITICAL)
            .causes("not-listed", "no-driver", "never-listed", "driver-hangs")
            .needs(Metric.HOST_GPUS_ON_BUS)
            .holds("2m", "2m")
            .advises(Precedence.UNREAD)
            .onMachine(MissingGpus::missing)),
    MEMORY_WITHOUT_PROCESS(rule(WARNING)
            .causes("unexplained")
            .isAboutUse()
            .needs(Metric.MEMORY_USED, Metric.MEMORY_TOTAL, Metric.PROCESSES_RUNNING)
            .size("memory", "1GiB", "memory beyond that of all processes must exceed this")
            .holds("1m", "1m")
            .advises(Precedence.LEFTOVER_MEMORY)
            .onGroups(HeldMemory::unexplained)),
    GPU_LOST(rule(CRITICAL)
            .causes(MissingGpus.LOST)
            .holds("0s", "0s")
            .hasEvents()
            .advice(Outage.LOST.remedy())
            .onEachState(MissingGpus::lost)),
    GPU_STUCK(rule(CRITICAL)
            .causes("stuck", "slow")
            .holds("0s", "0s")
            .hasEvents()
            .advice(Outage.STUCK.remedy())
            .onEachState(MissingGpus::stuck)),
    ERRORS_GROWING(rule(CRITICAL)
            .causes("errors", "repair-failed", "repair-pending")
            .duration("window", "24h", "window of the uncorrected errors")
            .holds("0s", "1m")
            .hasEvents()
            .advice(Remedy.DRAIN_AND_RESET)
            .onEachGpu(MemoryFaults::check)),
    RECOVERY_ACTION(rule(WARNING)
            .causes(ReportedFaults.ACTIONS)
            .needs(Metric.GPU_RECOVERY_ACTION)
            .holds("0s", "10s")
            .advises(Precedence.REPAIR)
            .hasEvents()
            .onEachGpu(ReportedFaults::checkRecovery)),
    XID(rule(WARNING)
            .causes(ReportedFaults.XIDS)
            .isAboutUse()
            .holds("0s", "0s")
            .advises(Precedence.PROGRAM)
            .hasEvents()
            .onEachState(ReportedFaults::check));

    private final Rule rule;

    InsightRules(Rule rule) {
        this.rule = rule.named(Spelling.dashed(this));
    }

    public Rule spec() {
        return this.rule;
    }

    public static Optional<InsightRules> find(String id) {
        return Arrays.stream(values())
                .filter((row) -> row.rule.id().equals(id.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns the ids of all rules. */
    public static List<String> ids() {
        return Arrays.stream(values()).map((row) -> row.rule.id()).toList();
    }
}
