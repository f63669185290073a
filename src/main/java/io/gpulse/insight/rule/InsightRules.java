package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.CRITICAL;
import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.insight.rule.RuleBuilder.rule;
import static io.gpulse.metric.Metric.ACTIVITY_SM;
import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.ECC_UNCORRECTED_VOLATILE_TOTAL;
import static io.gpulse.metric.Metric.ENFORCED_POWER_LIMIT;
import static io.gpulse.metric.Metric.GPU_RECOVERY_ACTION;
import static io.gpulse.metric.Metric.HOST_CPU_IOWAIT;
import static io.gpulse.metric.Metric.HOST_CPU_UTILIZATION;
import static io.gpulse.metric.Metric.HOST_GPUS_ON_BUS;
import static io.gpulse.metric.Metric.MEMORY_TOTAL;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.NVLINK_LINKS;
import static io.gpulse.metric.Metric.PCIE_GEN_CURRENT;
import static io.gpulse.metric.Metric.PCIE_GEN_MAX;
import static io.gpulse.metric.Metric.PCIE_RX;
import static io.gpulse.metric.Metric.PCIE_WIDTH_CURRENT;
import static io.gpulse.metric.Metric.PCIE_WIDTH_MAX;
import static io.gpulse.metric.Metric.POWER_DEFAULT_LIMIT;
import static io.gpulse.metric.Metric.POWER_DRAW;
import static io.gpulse.metric.Metric.PROCESSES_RUNNING;
import static io.gpulse.metric.Metric.SHARE_BY_HW_THERMAL;
import static io.gpulse.metric.Metric.SHARE_BY_POWER_BRAKE;
import static io.gpulse.metric.Metric.SHARE_BY_POWER_CAP;
import static io.gpulse.metric.Metric.SHARE_BY_SW_THERMAL;
import static io.gpulse.metric.Metric.TEMPERATURE_GPU;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static io.gpulse.metric.Metric.UTILIZATION_GPU_MAX;
import static io.gpulse.metric.Metric.UTILIZATION_GPU_MIN;

import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.WatchList;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules, one row each. A row that only compares needs no other file; what looks for a shape or at several GPUs is a
 * class that its row names. {@code {names}} in sentences are what a finding says of them; {@code {gpu}} is always
 * there.
 */
@SuppressWarnings("ImmutableEnumChecker") // a rule is data and never changes
public enum InsightRules {
    IDLE_ALLOCATED(rule("idle-allocated", WARNING)
            .needing(UTILIZATION_GPU, MEMORY_USED)
            .following(UTILIZATION_GPU)
            .size("memory", "1GiB", "memory that is held, at least")
            .duration("idle", "10m", "utilization has been 1 % or less for so long")
            .holding("0s", "10s")
            .onEachGpu((gpu) -> {
                double held = Displays.memoryOfWork(gpu);
                double idle = gpu.idleFor().orElse(Double.NaN);
                ProcessSample holder = Displays.largestOfWork(gpu);
                if (Double.isNaN(held)) {
                    return Displays.UNTOLD;
                }
                if (held < gpu.threshold("memory") || Double.isNaN(idle)) {
                    return Verdict.CLEAR;
                }
                if (idle < gpu.threshold("idle")) {
                    boolean wasBusy = gpu.mean(UTILIZATION_GPU, "idle") > Displays.IDLE_PERCENT;
                    return wasBusy || gpu.isWatched(UTILIZATION_GPU, "idle") ? Verdict.CLEAR : gpu.waiting("idle");
                }
                Finding finding = gpu.finding();
                InferenceServers.product(holder)
                        .ifPresent((product) -> finding.as(INFO)
                                .because(InferenceServers.idle(product))
                                .advising(InferenceServers.ADVICE));
                return finding.say("held", held, Phrases::bytes)
                        .say("idle", idle, Phrases::duration)
                        .say("holder", Phrases.holder(holder, false), Phrases.holder(holder, true))
                        .heldFor(idle)
                        .shows(MEMORY_USED, new Phrase("held", "占用"), held)
                        .against("memory")
                        .shows(UTILIZATION_GPU, new Phrase("utilization", "利用率"), gpu.value(UTILIZATION_GPU))
                        .over(idle)
                        .charts(gpu.chart(UTILIZATION_GPU, Duration.ofHours(1)))
                        .heldBy(holder);
            })
            .says(
                    "{gpu} {holds|each hold} {held} but {has|have} been idle for {idle}{holder}.",
                    "{gpu} 占用 {held} 显存，但已空闲 {idle}{holder}。")
            .because(
                    "Utilization was 1 % or less all the time. Nobody else can use this memory until the process ends.",
                    "此间利用率始终不超过 1%。在该进程结束之前，其他人无法使用这部分显存。")
            .advising(
                    "Ask its owner to end the process, or to shut down the notebook" + " kernel.",
                    "请联系进程所有者结束该进程或关闭 Notebook 内核。")
            .passing("No GPU is idle while its memory is held", "没有空闲却占用显存的 GPU")),

    INPUT_BOUND(rule("input-bound", WARNING)
            .needing(UTILIZATION_GPU)
            .following(HOST_CPU_UTILIZATION, HOST_CPU_IOWAIT)
            .followingClosely(UTILIZATION_GPU, UTILIZATION_GPU_MIN, UTILIZATION_GPU_MAX, ACTIVITY_SM, PCIE_RX)
            .percent("low", "10%", "it rests at or below this utilization")
            .percent("high", "70%", "it works at or above this utilization")
            .percent("share", "15%", "share of the last two minutes that it rests, at least")
            .percent("cpu", "85%", "the machine's processors are the cause from here on")
            .percent("iowait", "20%", "waiting for disks is the cause from here on")
            .window("window", "2m", "over which processors are looked at")
            .holding("30s", "2m")
            .onGroups(InputBound::check)
            .says(
                    "{gpu} {waits|wait} for data: utilization swings between rest and full load{every} while {why}.",
                    "{gpu} 在等待数据：利用率{every}在空闲与满载之间摆动，同时{why}。")
            .because("{stop}, {share} of the time.", "{stop}，占时间的 {share}。")
            .advising(
                    "Use more loader workers, larger batches or pre-processed data, or move transforms to the GPU.",
                    "请增加数据加载进程、增大批次、使用预处理数据，或把数据变换放到 GPU 上。")
            .passing("No GPU waits for its input", "没有等待输入数据的 GPU")),

    MEMORY_NEARLY_FULL(rule("memory-nearly-full", INFO)
            .needing(MEMORY_USED, MEMORY_TOTAL)
            .following(MEMORY_USED)
            .percent("used", "95%", "share of the memory that is used, more than")
            .duration("full-within", "10m", "or it rises so that it is full within so long")
            .window("window", "5m", "over which it is seen to rise")
            .percent("growth", "2%", "share of the memory that it has risen by in the window, at least")
            .duration("start", "2m", "a process that is younger than the window and this is still allocating")
            .holding("30s", "1m")
            .onEachGpu(MemoryTrend::check)
            .says("Memory of {gpu} is {percent} full{trend}.", "{gpu} 的显存已用 {percent}{trend}。")
            .because("{used} of {total} are used. {largest}", "已用 {used}，共 {total}。{largest}")
            .advising(
                    "If it is not a pool that the program reserves on purpose, reduce the batch or look for a leak.",
                    "若非程序有意预留的显存池，请减小批次或检查显存泄漏。")
            .passing("No GPU runs out of memory", "没有显存即将用尽的 GPU")),

    POWER_CAPPED(rule("power-capped", WARNING)
            .needing(SHARE_BY_POWER_CAP, ENFORCED_POWER_LIMIT, POWER_DEFAULT_LIMIT)
            .following(SHARE_BY_POWER_CAP, CLOCKS_SM, POWER_DRAW, UTILIZATION_GPU)
            .percent("share", "10%", "share of the window that the driver's counter tells, more than")
            .window("window", "5m", "over which the share is taken")
            .holding("0s", "5m")
            .onEachGpu((gpu) -> {
                if (gpu.machine().isOnBattery()) {
                    return HeldBackClocks.ON_BATTERY;
                }
                double limit = gpu.value(ENFORCED_POWER_LIMIT);
                double usual = gpu.value(POWER_DEFAULT_LIMIT);
                if (!gpu.isWatched(SHARE_BY_POWER_CAP, "window")) {
                    return gpu.waiting("window");
                }
                if (limit >= usual
                        || !HeldBackClocks.isNeeded(gpu, limit)
                        || !(gpu.mean(SHARE_BY_POWER_CAP, "window") > gpu.threshold("share"))) {
                    return Verdict.CLEAR;
                }
                return HeldBackClocks.finding(gpu, SHARE_BY_POWER_CAP)
                        .advising(gpu.mounting() == Mounting.LAPTOP ? HeldBackClocks.LIMIT_OF_LAPTOP : null)
                        .say("limit", limit, Phrases::watts)
                        .say("usual", usual, Phrases::watts)
                        .shows(ENFORCED_POWER_LIMIT, new Phrase("limit", "上限"), limit)
                        .shows(POWER_DEFAULT_LIMIT, new Phrase("default limit", "默认上限"), usual);
            })
            .says("{gpu} {is|are} power-capped {share} of the time.", "{gpu} 有 {share} 的时间受功率上限限制。")
            .because(
                    "{Its|Their} limit is {limit}; the default is {usual}.{clocks}",
                    "其功率上限为 {limit}，默认为 {usual}。{clocks}")
            .advising(Remedy.RAISE_POWER_LIMIT)
            .passing("No GPU is held back by a lowered power limit", "没有因调低功率上限而降频的 GPU")),

    THERMALLY_SLOWED(rule("thermally-slowed", WARNING)
            .needing(SHARE_BY_SW_THERMAL, SHARE_BY_HW_THERMAL)
            .following(SHARE_BY_SW_THERMAL, SHARE_BY_HW_THERMAL, SHARE_BY_POWER_BRAKE, CLOCKS_SM)
            .percent("share", "10%", "share of the window that the driver's counters tell, more than")
            .window("window", "5m", "over which the share is taken")
            .holding("0s", "5m")
            .onEachGpu((gpu) -> {
                if (!gpu.isWatched(SHARE_BY_SW_THERMAL, "window")) {
                    return gpu.waiting("window");
                }
                Metric most = Stream.of(SHARE_BY_SW_THERMAL, SHARE_BY_HW_THERMAL, SHARE_BY_POWER_BRAKE)
                        .filter((share) -> gpu.mean(share, "window") > gpu.threshold("share"))
                        .max(Comparator.comparingDouble((share) -> gpu.mean(share, "window")))
                        .orElse(null);
                if (most == null) {
                    return Verdict.CLEAR;
                }
                if (most != SHARE_BY_HW_THERMAL && gpu.machine().isOnBattery()) {
                    return HeldBackClocks.ON_BATTERY;
                }
                return HeldBackClocks.finding(gpu, most)
                        .say(
                                "by",
                                switch (most) {
                                    case SHARE_BY_POWER_BRAKE ->
                                        new Phrase("The power supply of the machine asks for less.", "由整机供电要求降频。");
                                    case SHARE_BY_HW_THERMAL -> new Phrase("The hardware protects itself.", "由硬件保护触发。");
                                    default -> new Phrase("The driver keeps it below its limit.", "由驱动控温触发。");
                                })
                        .say(
                                "why",
                                most == SHARE_BY_POWER_BRAKE
                                        ? new Phrase(" by the power brake", "供电保护")
                                        : new Phrase(" to stay cool", "温度过高"))
                        .advising(most == SHARE_BY_POWER_BRAKE ? Phrases.advice(Remedy.CHECK_POWER_SUPPLY) : null)
                        .shows(TEMPERATURE_GPU, new Phrase("temperature", "温度"), gpu.value(TEMPERATURE_GPU));
            })
            .says("{gpu} {is|are} slowed down {share} of the time{why}.", "{gpu} 有 {share} 的时间因{why}而降频。")
            .because("{by}{clocks}", "{by}{clocks}")
            .advising(Remedy.CHECK_COOLING)
            .passing("No GPU is slowed down by heat", "没有因过热而降频的 GPU")),

    ON_BATTERY(rule("on-battery", INFO)
            .following(SHARE_BY_SW_THERMAL, SHARE_BY_POWER_BRAKE, SHARE_BY_POWER_CAP, CLOCKS_SM)
            .percent("share", "10%", "share of the window that the driver's counters tell, more than")
            .window("window", "5m", "over which the share is taken")
            .holding("0s", "1m")
            .onEachGpu(HeldBackClocks::onBattery)
            .says(
                    "The machine runs on battery: {gpu} {is|are} slowed down {share} of the time.",
                    "机器正在使用电池：{gpu} 有 {share} 的时间降频。")
            .because("A laptop limits power and clocks on battery.{clocks}", "笔记本在使用电池时会限制功率与时钟。{clocks}")
            .advising("Connect the power supply of the laptop for full speed.", "如需全速运行，请连接笔记本电源。")
            .passing("No GPU is slowed down on battery", "没有因使用电池而降频的 GPU")),

    NARROW_LINK(rule("narrow-link", INFO)
            .needing(PCIE_WIDTH_CURRENT, PCIE_WIDTH_MAX, PCIE_GEN_CURRENT, PCIE_GEN_MAX, UTILIZATION_GPU)
            .following(UTILIZATION_GPU)
            .percent(
                    "load",
                    "10%",
                    "an idle GPU narrows and slows its link to save power: judged from this utilization on")
            .window("window", "1m", "over which utilization is taken")
            .holding("1m", "1m")
            .onEachGpu(NarrowLinks::check)
            .says("{gpu} {runs|run} at {link}.", "{gpu} 的 PCIe 链路为 {link}。")
            .because(
                    "The link carries less in each direction than the GPU can, which slows down copies from and to"
                            + " the host: the card sits badly, or its slot is wired so.",
                    "链路带宽低于 GPU 所能达到的值，主机与 GPU 之间的拷贝会变慢：可能是插接不良，或插槽本身如此布线。")
            .advising(
                    "Reseat the card, or check slot, riser and BIOS at the next" + " stop.",
                    "请在下次停机时重新插拔显卡，或检查插槽、转接卡与 BIOS。")
            .passing("Every PCIe link has all its lanes", "所有 PCIe 链路均为满宽度")),

    AILING_LINK(rule("ailing-link", WARNING)
            .needing(NVLINK_LINKS)
            .duration("window", "24h", "over which is counted")
            .count("recoveries", "1", "recoveries in the window, at least, while other links have none")
            .count("errors", "10", "errors in the window, at least")
            .count("symbols", "1000", "symbol errors in the window, at least: most are corrected")
            .count("times", "10", "so many times more errors than on most other links")
            .holding("0s", "10m")
            .onGroups(AilingLinks::check)
            .says(
                    "NVLink {link} of {gpu} {has|have each} had {gained} in {window}, {contrast}.",
                    "{gpu} 的 NVLink {link} 在 {window}内发生 {gained}，{contrast}。")
            .because(
                    "{lately} in the last 10 min, {sinceSeen} since it was seen first {seen} ago; the counter"
                            + " is at {count}."
                            + " {neighbours}.",
                    "最近 10 分钟 {lately}，自首次观测（{seen}前）以来 {sinceSeen}，计数器现为 {count}。{neighbours}。")
            .advising(
                    "Such a link may fail and take the GPUs along: plan to reseat or replace the part, and save"
                            + " checkpoints.",
                    "此类链路可能失效并影响所有 GPU：请安排重新插拔或更换部件，并保存检查点。")
            .passing("No NVLink gathers errors unlike its neighbours", "没有错误异常增长的 NVLink")),

    LINK_DOWN(rule("link-down", WARNING)
            .needing(NVLINK_LINKS)
            .holding("30s", "1m")
            .onGroups(AilingLinks::checkStates)
            .says(
                    "{links} of {gpu} {are} down, {up} of {its|their} links are up.",
                    "{gpu} 的 {links} 已断开，其余 {up} 条链路正常。")
            .because(
                    "A link that was up before is down; its share of the bandwidth between GPUs is missing.",
                    "此前正常的链路已断开，GPU 之间的相应带宽缺失。")
            .advising(
                    "Look for NVLink messages in the kernel log; reset the GPU when its work is done, then check bridge"
                            + " and slot.",
                    "请查看内核日志中的 NVLink 消息；待任务结束后重置 GPU，然后检查桥接器与插槽。")
            .passing("Every NVLink that was up is up", "所有曾连接的 NVLink 均正常")),

    UNEVEN_GROUP(rule("uneven-group", WARNING)
            .needing(UTILIZATION_GPU)
            .following(UTILIZATION_GPU, CLOCKS_SM)
            .window("window", "5m", "over which means are taken")
            .percent("lag", "20%", "points of utilization that one is below the others, more than")
            .percent("agreement", "10%", "points of utilization within which the others agree")
            .percent("clock", "15%", "share by which the SM clock of one is lower, more than")
            .duration(
                    "started-within",
                    "60s",
                    "processes of one name and user that were started so close work" + " together")
            .holding("1m", "2m")
            .onGroups(UnevenGroups::check)
            .says(
                    "{gpu} lags behind the GPUs of its group: {what} {own} against {theirs}.",
                    "{gpu} 落后于同组的其他 GPU：{what} {own}，其他为 {theirs}。")
            .because(
                    "{others} agree with each other, and their processes were started along with its own. If they share"
                            + " one job, it goes as fast as its slowest GPU.",
                    "{others} 彼此一致，且其进程与该 GPU 的进程一同启动。若属同一任务，其速度取决于最慢的 GPU。")
            .advising(
                    "Look at its clocks, temperature, links and errors, and at how the work is" + " split.",
                    "请检查其时钟、温度、链路与错误，以及任务的划分。")
            .passing("GPUs of a group keep pace", "同组 GPU 步调一致")),

    GPU_MISSING(rule("gpu-missing", CRITICAL)
            .needing(HOST_GPUS_ON_BUS)
            .holding("2m", "2m")
            .onMachine(MissingGpus::check)
            .says("The PCI bus shows {bus}, the driver only {told}.", "PCI 总线上有 {bus}，驱动只报告 {told} 块。")
            .because(
                    "{missing} of them cannot be used: the driver has not started them, or has given them up.",
                    "其中 {missing} 块无法使用：驱动未能启动或已放弃它们。")
            .advising(
                    "Look for NVRM messages in the kernel log (dmesg), then reset or" + " reboot.",
                    "请查看内核日志（dmesg）中的 NVRM 消息，然后重置或重启。")
            .passing("The driver tells of every GPU on the bus", "驱动报告了总线上的所有 GPU")),

    MEMORY_WITHOUT_PROCESS(rule("memory-without-process", WARNING)
            .needing(MEMORY_USED, MEMORY_TOTAL, PROCESSES_RUNNING)
            .following(MEMORY_USED)
            .size("memory", "1GiB", "memory beyond that of all processes, more than")
            .holding("1m", "1m")
            .onGroups(UnexplainedMemory::check)
            .says("{gpu} {holds|each hold} {memory} that no process explains.", "{gpu} 有 {memory} 显存找不到对应进程。")
            .because(
                    "{used} are used, and processes account for {explained}: a process may have ended without"
                            + " its memory being freed.",
                    "已用 {used}，进程合计 {explained}：可能有进程已结束但显存未释放。")
            .advising(
                    "Look for leftover processes (fuser -v /dev/nvidia*); if there are none, a reset of the GPU"
                            + " frees it.",
                    "请查找残留进程（fuser -v /dev/nvidia*）；若没有，重置 GPU 可释放这部分显存。")
            .passing("All held memory belongs to a process", "所有显存都有对应进程")),

    GPU_LOST(rule("gpu-lost", CRITICAL)
            .holding("0s", "0s")
            .knownToTheLog()
            .onEachState(UnreachableGpus::lost)
            .says("{gpu} {what}, for {time}.", "{gpu} {what}，已持续 {time}。")
            .because("{detail}", "{detail}")
            .advising(Remedy.of(GpuState.LOST))
            .passing("Every GPU can be reached", "所有 GPU 均可访问")),

    GPU_STUCK(rule("gpu-stuck", CRITICAL)
            .holding("0s", "0s")
            .knownToTheLog()
            .onEachState(UnreachableGpus::stuck)
            .says("{gpu} {does|do} not answer, for {time}.", "{gpu} 无应答，已持续 {time}。")
            .because("A call to the driver has not returned. {detail}", "对驱动的调用尚未返回。{detail}")
            .advising(Remedy.of(GpuState.STUCK))
            .passing("Every GPU answers in time", "所有 GPU 均及时应答")),

    ERRORS_GROWING(rule("errors-growing", CRITICAL)
            .counting(ECC_UNCORRECTED_VOLATILE_TOTAL)
            .duration("window", "24h", "over which uncorrected errors are counted")
            .holding("0s", "1m")
            .knownToTheLog()
            .onEachGpu(MemoryFaults::check)
            .says("Memory of {gpu} needs attention: {what}.", "{gpu} 的显存需要处理：{what}。")
            .because("What was computed when an uncorrected error occurred cannot be trusted.", "发生未纠正错误时的计算结果不可信。")
            .advising(Remedy.DRAIN_AND_RESET)
            .passing("The driver tells of no new memory fault", "驱动未报告新的显存故障")),

    RECOVERY_ACTION(rule("recovery-action", WARNING)
            .needing(GPU_RECOVERY_ACTION)
            .holding("0s", "10s")
            .knownToTheLog()
            .onEachGpu((gpu) -> {
                long code = (long) gpu.value(GPU_RECOVERY_ACTION);
                RecoveryAction wanted = RecoveryAction.of(code).orElse(null);
                Phrase action = wanted == null
                        ? new Phrase("an action that gpulse does not know (" + code + ")", "gpulse 未知的操作（" + code + "）")
                        : new Phrase(wanted.words().en(), wanted.words().zh());
                return wanted == RecoveryAction.NONE
                        ? Verdict.CLEAR
                        : gpu.finding()
                                .as(wanted == null ? WARNING : wanted.severity())
                                .say("action", action)
                                .advising(wanted == null ? null : Phrase.of(wanted.sentence()))
                                .shows(GPU_RECOVERY_ACTION, new Phrase("action", "操作"), code);
            })
            .says("The driver asks to recover {gpu}: {action}.", "驱动要求恢复 {gpu}：{action}。")
            .because("It has met a fault that it cannot clear by itself.", "它遇到了自身无法清除的故障。")
            .advising(
                    "Save what can be saved of the work on it, and do that; the page of events shows the fault. Stop"
                            + " gpulse before a reset, since it keeps the GPU open.",
                    "请先保存其上的任务再执行该操作；事件页面会显示相应故障。gpulse 会占用该 GPU，重置前请先停止它。")
            .passing("The driver asks for no recovery of a GPU", "驱动未要求恢复任何 GPU")),

    XID(rule("xid", WARNING)
            .holding("0s", "0s")
            .knownToTheLog()
            .onEachState(ReportedFaults::check)
            .says("{gpu}{fault}{others}.", "{gpu}{fault}{others}。")
            .because(
                    "{meaning} Reported {count} within 24 h, the last {ago} ago; the driver was not loaded again"
                            + " since.",
                    "{meaning}24 小时内报告 {count}，最近一次在 {ago}前；此后驱动未重新加载。")
            .advising("See the table of Xids for the number.", "请按编号查阅 Xid 表。")
            .passing("The driver has reported no fault", "驱动未报告故障"));

    private static final Set<InsightRules> ALL = Set.of(values());

    private final Rule rule;

    InsightRules(Rule rule) {
        this.rule = rule;
    }

    public Rule spec() {
        return this.rule;
    }

    public static Optional<InsightRules> find(String id) {
        return Arrays.stream(values())
                .filter((row) -> row.rule.id().equals(id.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Of which rows the past has to be kept. */
    public static WatchList watched() {
        return new WatchList(union(Rule::hour), union(Rule::minutes), union(Rule::counters));
    }

    private static Set<Metric> union(Function<Rule, Set<Metric>> part) {
        return ALL.stream().flatMap((row) -> part.apply(row.rule).stream()).collect(Collectors.toSet());
    }
}
