package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.insight.rule.RuleBuilder.rule;
import static io.gpulse.metric.Metric.ACTIVITY_SM;
import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.HOST_CPU_IOWAIT;
import static io.gpulse.metric.Metric.HOST_CPU_UTILIZATION;
import static io.gpulse.metric.Metric.MEMORY_TOTAL;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.PCIE_RX;
import static io.gpulse.metric.Metric.PROCESSES_RUNNING;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static io.gpulse.metric.Metric.UTILIZATION_GPU_MAX;
import static io.gpulse.metric.Metric.UTILIZATION_GPU_MIN;

import io.gpulse.device.ProcessSample;
import java.time.Duration;

/** Rules about the work of GPUs and the memory that it holds. */
final class WorkRules {

    static final Rule IDLE_ALLOCATED = rule("idle-allocated", WARNING)
            .needing(UTILIZATION_GPU, MEMORY_USED)
            .following(UTILIZATION_GPU)
            .size("memory", "1GiB", "memory that is held, at least")
            .duration("idle", "10m", "utilization has been 1 % or less for so long")
            .holding("0s", "10s")
            .onEachGpu((gpu) -> {
                double held = DisplayProcesses.memoryOfWork(gpu);
                double idle = gpu.idleFor().orElse(Double.NaN);
                ProcessSample holder = DisplayProcesses.largestOfWork(gpu);
                if (Double.isNaN(held)) {
                    return DisplayProcesses.UNTOLD;
                }
                if (held < gpu.threshold("memory") || Double.isNaN(idle)) {
                    return Verdict.CLEAR;
                }
                if (idle < gpu.threshold("idle")) {
                    boolean wasBusy = gpu.mean(UTILIZATION_GPU, "idle") > DisplayProcesses.IDLE_PERCENT;
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
            .passing("No GPU is idle while its memory is held", "没有空闲却占用显存的 GPU");

    static final Rule INPUT_BOUND = rule("input-bound", WARNING)
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
            .passing("No GPU waits for its input", "没有等待输入数据的 GPU");

    static final Rule MEMORY_NEARLY_FULL = rule("memory-nearly-full", INFO)
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
            .passing("No GPU runs out of memory", "没有显存即将用尽的 GPU");

    static final Rule UNEVEN_GROUP = rule("uneven-group", WARNING)
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
            .passing("GPUs of a group keep pace", "同组 GPU 步调一致");

    static final Rule MEMORY_WITHOUT_PROCESS = rule("memory-without-process", WARNING)
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
            .passing("All held memory belongs to a process", "所有显存都有对应进程");

    private WorkRules() {}
}
