package io.gpulse.metric;

import static io.gpulse.metric.Cadence.FAST;
import static io.gpulse.metric.Cadence.ONCE;
import static io.gpulse.metric.Cadence.SLOW;
import static io.gpulse.metric.LinkProbe.bitErrorRatio;
import static io.gpulse.metric.LinkProbe.gainRatio;
import static io.gpulse.metric.LinkProbe.overC2c;
import static io.gpulse.metric.LinkProbe.overLinks;
import static io.gpulse.metric.LinkProbe.pcieBandwidth;
import static io.gpulse.metric.LinkProbe.worstLink;
import static io.gpulse.metric.MetricBuilder.counter;
import static io.gpulse.metric.MetricBuilder.gauge;
import static io.gpulse.metric.MetricBuilder.state;
import static io.gpulse.metric.MetricBuilder.text;
import static io.gpulse.metric.NvidiaSmiFormat.ARCHITECTURE;
import static io.gpulse.metric.NvidiaSmiFormat.ENABLED_DISABLED;
import static io.gpulse.metric.NvidiaSmiFormat.HEX16;
import static io.gpulse.metric.NvidiaSmiFormat.INTEGER;
import static io.gpulse.metric.NvidiaSmiFormat.MICROSECONDS;
import static io.gpulse.metric.NvidiaSmiFormat.P_STATE;
import static io.gpulse.metric.NvidiaSmiFormat.YES_NO;
import static io.gpulse.metric.NvmlNumbers.EccCounter.AGGREGATE;
import static io.gpulse.metric.NvmlNumbers.EccCounter.VOLATILE;
import static io.gpulse.metric.NvmlNumbers.MemoryError.CORRECTED;
import static io.gpulse.metric.NvmlNumbers.MemoryError.UNCORRECTED;
import static io.gpulse.metric.Panel.HEALTH;
import static io.gpulse.metric.Panel.IDENTITY;
import static io.gpulse.metric.Panel.MACHINE;
import static io.gpulse.metric.Panel.MEMORY;
import static io.gpulse.metric.Panel.NVLINK;
import static io.gpulse.metric.Panel.PCIE;
import static io.gpulse.metric.Panel.RESOURCES;
import static io.gpulse.metric.Panel.UTILIZATION;
import static io.gpulse.metric.Probe.bits;
import static io.gpulse.metric.Probe.countOf;
import static io.gpulse.metric.Probe.field;
import static io.gpulse.metric.Probe.fieldOfLink;
import static io.gpulse.metric.Probe.gpm;
import static io.gpulse.metric.Probe.greatest;
import static io.gpulse.metric.Probe.joined;
import static io.gpulse.metric.Probe.least;
import static io.gpulse.metric.Probe.listed;
import static io.gpulse.metric.Probe.proc;
import static io.gpulse.metric.Probe.rateOf;
import static io.gpulse.metric.Probe.u32;
import static io.gpulse.metric.Probe.u64;
import static io.gpulse.metric.Probe.word;
import static io.gpulse.metric.Scope.MIG;
import static io.gpulse.metric.Scope.PROCESS;
import static io.gpulse.metric.Unit.BYTES;
import static io.gpulse.metric.Unit.BYTES_PER_SECOND;
import static io.gpulse.metric.Unit.CELSIUS;
import static io.gpulse.metric.Unit.JOULES;
import static io.gpulse.metric.Unit.MEGAHERTZ;
import static io.gpulse.metric.Unit.NONE;
import static io.gpulse.metric.Unit.PERCENT;
import static io.gpulse.metric.Unit.PER_SECOND;
import static io.gpulse.metric.Unit.RATIO;
import static io.gpulse.metric.Unit.SECONDS;
import static io.gpulse.metric.Unit.WATTS;

import io.gpulse.metric.LinkProbe.OverC2c.Summary;
import io.gpulse.metric.NvmlNumbers.Clock;
import io.gpulse.metric.NvmlNumbers.EccCounter;
import io.gpulse.metric.NvmlNumbers.InforomObject;
import io.gpulse.metric.NvmlNumbers.MemoryError;
import io.gpulse.metric.NvmlNumbers.MemoryLocation;
import io.gpulse.metric.NvmlNumbers.NvLinkError;
import io.gpulse.metric.NvmlNumbers.PcieCounter;
import io.gpulse.metric.NvmlNumbers.PowerScope;
import io.gpulse.metric.NvmlNumbers.RetirementCause;
import io.gpulse.metric.NvmlNumbers.SamplingType;
import io.gpulse.metric.NvmlNumbers.TemperatureSensor;
import io.gpulse.metric.NvmlNumbers.TemperatureThreshold;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The catalogue of all metrics, one row each. JSON, the stream, the OpenAPI document, the text table and the tests are
 * derived from the rows.
 */
@SuppressWarnings("ImmutableEnumChecker") // a specification is data and never changes
public enum Metric {
    UTILIZATION_GPU(utilization("utilization.gpu", "GPU utilization", Calls.UTILIZATION.member("gpu"))
            .over(Windows.UTILIZATION)
            .help("Share of the driver's last sampling window (1/6 s to 1 s, by product) in which at least one kernel"
                    + " ran; not the share of the GPU that the kernel used.")),

    UTILIZATION_GPU_MIN(utilization(
                    "utilization.gpu.min", "GPU utilization, least", least(SamplingType.GPU_UTILIZATION))
            .notInNvidiaSmi()
            .help("The minimum of the utilizations that the driver has sampled since the last round, about six a"
                    + " second; it shows a job that swings between 0 and 100 %.")),

    UTILIZATION_GPU_MAX(
            utilization("utilization.gpu.max", "GPU utilization, greatest", greatest(SamplingType.GPU_UTILIZATION))
                    .notInNvidiaSmi()
                    .help("The maximum of the utilizations that the driver has sampled since the last round.")),

    UTILIZATION_MEMORY(utilization(
                    "utilization.memory", "Memory controller utilization", Calls.UTILIZATION.member("memory"))
            .over(Windows.UTILIZATION)
            .help("Share of the driver's last sampling window in which device memory was being read or written; not"
                    + " how full it is.")),

    UTILIZATION_ENCODER(
            utilization("utilization.encoder", "Encoder utilization", Calls.busy("nvmlDeviceGetEncoderUtilization"))
                    .over(Windows.ENGINE)
                    .help("Share of the driver's sampling period in which the video encoders were busy.")),

    UTILIZATION_DECODER(
            utilization("utilization.decoder", "Decoder utilization", Calls.busy("nvmlDeviceGetDecoderUtilization"))
                    .over(Windows.ENGINE)
                    .help("Share of the driver's sampling period in which the video decoders were busy.")),

    UTILIZATION_JPEG(utilization("utilization.jpeg", "JPEG utilization", Calls.busy("nvmlDeviceGetJpgUtilization"))
            .over(Windows.ENGINE)
            .needing("Turing or newer")
            .help("Share of the driver's sampling period in which the JPEG engines were busy.")),

    UTILIZATION_OFA(
            utilization("utilization.ofa", "Optical flow utilization", Calls.busy("nvmlDeviceGetOfaUtilization"))
                    .over(Windows.ENGINE)
                    .needing("Turing or newer")
                    .help("Share of the driver's sampling period in which the optical flow accelerator was busy.")),

    ACTIVITY_SM(
            activity("sm", NvmlGpmMetric.SM_UTIL, "SM activity", "Time that the SMs had work, mean over all of them")),
    ACTIVITY_OCCUPANCY(activity(
            "occupancy", NvmlGpmMetric.SM_OCCUPANCY, "SM occupancy", "Warps resident on the SMs, of the maximum")),
    ACTIVITY_TENSOR(activity(
            "tensor", NvmlGpmMetric.ANY_TENSOR_UTIL, "Tensor core activity", "Time that the tensor cores computed")),
    ACTIVITY_DRAM(activity(
            "dram",
            NvmlGpmMetric.DRAM_BW_UTIL,
            "Memory bandwidth activity",
            "Device memory read and written, of its peak")),
    ACTIVITY_GRAPHICS(activity(
            "graphics",
            NvmlGpmMetric.GRAPHICS_UTIL,
            "Compute and graphics activity",
            "Time that the compute or graphics engine had work")),
    ACTIVITY_FP64(activity("fp64", NvmlGpmMetric.FP64_UTIL, "FP64 activity", "Time that the FP64 units computed")),
    ACTIVITY_FP32(activity("fp32", NvmlGpmMetric.FP32_UTIL, "FP32 activity", "Time that the FP32 units computed")),
    ACTIVITY_FP16(activity(
            "fp16", NvmlGpmMetric.FP16_UTIL, "FP16 activity", "Time that the FP16 units computed, tensor cores aside")),

    ACTIVITY_INTEGER(activity(
            "integer", NvmlGpmMetric.INTEGER_UTIL, "Integer activity", "Time that the integer units computed")),
    ACTIVITY_TENSOR_HMMA(tensorActivity("hmma", NvmlGpmMetric.HMMA_TENSOR_UTIL, "numbers of 16 bits")),
    ACTIVITY_TENSOR_IMMA(tensorActivity("imma", NvmlGpmMetric.IMMA_TENSOR_UTIL, "integers")),
    ACTIVITY_TENSOR_DMMA(tensorActivity("dmma", NvmlGpmMetric.DMMA_TENSOR_UTIL, "numbers of 64 bits (DMMA)")),
    ACTIVITY_TENSOR_DFMA(tensorActivity("dfma", NvmlGpmMetric.DFMA_TENSOR_UTIL, "numbers of 64 bits (DFMA)")),

    ACTIVITY_MMA_STALL(utilization(
                    "activity.mma_stall",
                    "Tensor core stalls",
                    field(NvmlField.MMA_STALL_PERCENT).since(610, 0))
            .needing("driver 610 or newer and a board that counts it")
            .notInNvidiaSmi()
            .help("Time that matrix instructions waited, as the driver reports it.")),

    MEMORY_TOTAL(memory("memory.total", "Memory installed", Calls.MEMORY_V2.member("total"))
            .cadence(SLOW)
            .or(Calls.MEMORY.member("total"))
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .help("Device memory installed, the part that the driver reserves included. Of a GPU that shares the"
                    + " system's memory: that of the system (host.memory.total).")),

    MEMORY_RESERVED(memory("memory.reserved", "Memory reserved", Calls.MEMORY_V2.member("reserved"))
            .cadence(SLOW)
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .within(PhysicalRange.partOf(() -> MEMORY_TOTAL))
            .help("Device memory that the driver and the firmware reserve.")),

    MEMORY_USED(memory("memory.used", "Memory used", Calls.MEMORY_V2.member("used"))
            .or(Calls.MEMORY.member("used"))
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .within(PhysicalRange.partOf(() -> MEMORY_TOTAL))
            .help("Device memory allocated by processes. Drivers before 510 count their reserved memory as used too;"
                    + " memory.reserved is absent there. Of a GPU that shares the system's memory: the sum over its"
                    + " processes, absent where that of one process is unknown.")),

    MEMORY_FREE(memory("memory.free", "Memory free", Calls.MEMORY_V2.member("free"))
            .or(Calls.MEMORY.member("free"))
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .within(PhysicalRange.partOf(() -> MEMORY_TOTAL))
            .help("Device memory that can still be allocated. Of a GPU that shares the system's memory: that which is"
                    + " available to any program (host.memory.available).")),

    MEMORY_KIND(state("memory.kind", MEMORY, "Kind of memory")
            .cadence(SLOW)
            .from(proc("meminfo", "MemTotal"))
            .printedAs(NvidiaSmiFormat.MEMORY_KIND)
            .notInNvidiaSmi()
            .needing("a GPU without memory of its own")
            .help("Shared with the system where the GPU has no memory of its own, as in a DGX Spark or a Jetson: all"
                    + " programs and caches of the system use the same memory, which is counted once. Absent for other"
                    + " GPUs.")),

    PROTECTED_TOTAL(protectedMemory("total", SLOW, "installed")),
    PROTECTED_USED(protectedMemory("used", FAST, "allocated by processes")),
    PROTECTED_FREE(protectedMemory("free", FAST, "that can still be allocated")),

    MEMORY_BUS_WIDTH(gauge("memory.bus_width", NONE, MEMORY, "Memory bus width")
            .cadence(ONCE)
            .from(u32("nvmlDeviceGetMemoryBusWidth"))
            .notInNvidiaSmi()
            .ranging(0, 65_536)
            .help("Width of the bus between the GPU and its memory, in bits.")),

    BAR1_TOTAL(memory("bar1.total", "BAR1 installed", Calls.BAR1.member("bar1Total"))
            .cadence(SLOW)
            .notInNvidiaSmi()
            .help("Size of the window through which the processor and other devices can access device memory.")),

    BAR1_USED(memory("bar1.used", "BAR1 used", Calls.BAR1.member("bar1Used"))
            .cadence(SLOW)
            .notInNvidiaSmi()
            .within(PhysicalRange.partOf(() -> BAR1_TOTAL))
            .help("The part of that window that is mapped.")),

    BAR1_FREE(memory("bar1.free", "BAR1 free", Calls.BAR1.member("bar1Free"))
            .cadence(SLOW)
            .notInNvidiaSmi()
            .within(PhysicalRange.partOf(() -> BAR1_TOTAL))
            .help("The part of that window that can still be mapped.")),

    TEMPERATURE_GPU(
            temperature("temperature.gpu", "GPU temperature", u32("nvmlDeviceGetTemperature", TemperatureSensor.GPU))
                    .help("Temperature of the GPU die.")),

    TEMPERATURE_HOT_SPOT(
            temperature("temperature.gpu.hotspot", "Hot spot temperature", Calls.HOT_SPOT.member("temperature"))
                    .needing("driver 615 or newer")
                    .notInNvidiaSmi()
                    .help("Temperature of the hottest spot of the GPU die.")),

    TEMPERATURE_GPU_HOTTEST(
            temperature("temperature.gpu_max", "GPU temperature, highest", Calls.HOT_SPOT.member("temperature"))
                    .needing("driver 615 or newer")
                    .notInNvidiaSmi()
                    .help("Highest temperature of the GPU die, by NVIDIA's name of the sensor; the same as"
                            + " temperature.gpu.hotspot.")),

    TEMPERATURE_MEMORY(temperature("temperature.memory", "Memory temperature", field(NvmlField.MEMORY_TEMP))
            .needing("a board with high-bandwidth memory")
            .help("Temperature of the device memory.")),

    TEMPERATURE_TLIMIT(
            temperature("temperature.gpu.tlimit", "Margin to throttling", Calls.MARGIN.member("marginTemperature"))
                    .needing("Ada, Hopper or newer")
                    .help("Temperature by which the GPU may still warm up before it is slowed down.")),

    TEMPERATURE_SHUTDOWN(threshold(
            "shutdown",
            TemperatureThreshold.SHUTDOWN,
            "Shutdown temperature",
            "Temperature at which the GPU shuts down.")),

    TEMPERATURE_SLOWDOWN(threshold(
            "slowdown",
            TemperatureThreshold.SLOWDOWN,
            "Slowdown temperature",
            "Temperature at which the hardware slows the GPU down.")),

    TEMPERATURE_MEMORY_MAX(threshold(
            "memory_max",
            TemperatureThreshold.MEM_MAX,
            "Memory slowdown temperature",
            "Temperature of the memory at which the software slows the GPU down.")),

    TEMPERATURE_GPU_MAX(threshold(
            "gpu_max",
            TemperatureThreshold.GPU_MAX,
            "Highest operating temperature",
            "Temperature at which the software slows the GPU down.")),

    TEMPERATURE_SHUTDOWN_MARGIN(marginAt("shutdown", NvmlField.TEMPERATURE_SHUTDOWN_TLIMIT, "the GPU shuts down")),
    TEMPERATURE_SLOWDOWN_MARGIN(
            marginAt("slowdown", NvmlField.TEMPERATURE_SLOWDOWN_TLIMIT, "the hardware slows the GPU down")),
    TEMPERATURE_MEMORY_MARGIN(marginAt(
            "memory_max",
            NvmlField.TEMPERATURE_MEM_MAX_TLIMIT,
            "the software slows the GPU down for the temperature of its memory")),
    TEMPERATURE_GPU_MARGIN(
            marginAt("gpu_max", NvmlField.TEMPERATURE_GPU_MAX_TLIMIT, "the software slows the GPU down")),
    TEMPERATURE_TARGET(target(
            "temperature.target", TemperatureThreshold.ACOUSTIC_CURR, "Target temperature", "the GPU must stay below")),
    TEMPERATURE_TARGET_MIN(target(
            "temperature.target.min",
            TemperatureThreshold.ACOUSTIC_MIN,
            "Target temperature, lowest",
            "can be set as the lowest target")),
    TEMPERATURE_TARGET_MAX(target(
            "temperature.target.max",
            TemperatureThreshold.ACOUSTIC_MAX,
            "Target temperature, highest",
            "can be set as the highest target")),

    FAN_SPEED(gauge("fan.speed", PERCENT, RESOURCES, "Fan speed")
            .from(u32("nvmlDeviceGetFanSpeed"))
            .needing("a board with a fan of its own")
            .ranging(0, Most.FAN_PERCENT)
            .help("Speed that the fan is set to run at, of the greatest speed without noise limits; it can exceed"
                    + " 100 %, and a blocked fan shows it too.")),

    FAN_COUNT(gauge("fan.count", NONE, RESOURCES, "Fans")
            .cadence(ONCE)
            .from(u32("nvmlDeviceGetNumFans"))
            .needing("a board with fans of its own")
            .notInNvidiaSmi()
            .ranging(0, 64)
            .help("Fans that the GPU controls.")),

    FAN_0_SPEED(fanSpeed(0)),
    FAN_1_SPEED(fanSpeed(1)),
    FAN_2_SPEED(fanSpeed(2)),
    FAN_3_SPEED(fanSpeed(3)),
    FAN_0_TARGET(fanTarget(0)),
    FAN_1_TARGET(fanTarget(1)),
    FAN_2_TARGET(fanTarget(2)),
    FAN_3_TARGET(fanTarget(3)),
    FAN_0_RPM(fanRotation(0)),
    FAN_1_RPM(fanRotation(1)),
    FAN_2_RPM(fanRotation(2)),
    FAN_3_RPM(fanRotation(3)),

    POWER_DRAW(power("power.draw", "Power draw", u32("nvmlDeviceGetPowerUsage"))
            .over("1 s since Ampere (not GA100), an instant before")
            .help("Power drawn by the board: the mean of the last second since Ampere (not GA100), the instant"
                    + " before.")),

    POWER_DRAW_AVERAGE(power("power.draw.average", "Power draw, mean of 1 s", field(NvmlField.POWER_AVERAGE))
            .over("1 s")
            .needing("Ada, Hopper or newer")
            .help("Power drawn by the board, the mean of the last second.")),

    POWER_DRAW_INSTANT(power("power.draw.instant", "Power draw, instant", field(NvmlField.POWER_INSTANT))
            .help("Power drawn by the board at the moment of the reading.")),

    POWER_DRAW_MIN(power("power.draw.min", "Power draw, least", least(SamplingType.TOTAL_POWER))
            .notInNvidiaSmi()
            .help("The minimum of the power that the driver has sampled since the last round.")),

    POWER_DRAW_MAX(power("power.draw.max", "Power draw, greatest", greatest(SamplingType.TOTAL_POWER))
            .notInNvidiaSmi()
            .help("The maximum of the power that the driver has sampled since the last round.")),

    POWER_LIMIT(powerLimit("power.limit", "Power limit", u32("nvmlDeviceGetPowerManagementLimit"))
            .help("Power limit requested by software.")),

    ENFORCED_POWER_LIMIT(
            powerLimit("enforced.power.limit", "Enforced power limit", u32("nvmlDeviceGetEnforcedPowerLimit"))
                    .help("Power limit in force: the lowest of all limits of the board.")),

    POWER_DEFAULT_LIMIT(
            powerLimit("power.default_limit", "Default power limit", u32("nvmlDeviceGetPowerManagementDefaultLimit"))
                    .help("Power limit after the driver is loaded.")),

    POWER_MIN_LIMIT(powerLimit("power.min_limit", "Lowest power limit", Calls.POWER_CONSTRAINTS.member("minLimit"))
            .help("Lowest power limit that can be set.")),

    POWER_MAX_LIMIT(powerLimit("power.max_limit", "Highest power limit", Calls.POWER_CONSTRAINTS.member("maxLimit"))
            .help("Highest power limit that can be set.")),

    BASE_CURRENT(base("current", NvmlField.POWER_CURRENT_LIMIT, "in force")),
    BASE_REQUESTED(base("requested", NvmlField.POWER_REQUESTED_LIMIT, "requested by software")),
    BASE_DEFAULT(base("default", NvmlField.POWER_DEFAULT_LIMIT, "after the driver is loaded")),
    BASE_MIN(base("min", NvmlField.POWER_MIN_LIMIT, "that is the lowest that can be set")),
    BASE_MAX(base("max", NvmlField.POWER_MAX_LIMIT, "that is the highest that can be set")),

    EDPP_MULTIPLIER(gauge("edpp_multiplier", PERCENT, RESOURCES, "EDPp multiplier")
            .cadence(SLOW)
            .from(field(NvmlField.EDPP_MULTIPLIER).since(590, 0))
            .printedAs(NvidiaSmiFormat.DECIMAL_PERCENT)
            .ranging(0, 1_000)
            .needing("a data-center board and driver 590 or newer")
            .help("Share of its peak design power (EDPp) that the GPU may draw for moments.")),

    POWER_MANAGEMENT(state("power.management", RESOURCES, "Power management")
            .cadence(SLOW)
            .from(u32("nvmlDeviceGetPowerManagementMode"))
            .printedAs(ENABLED_DISABLED)
            .help("Whether the board limits its power by itself.")),

    MEMORY_DRAW_AVERAGE(memoryDraw("average", NvmlField.POWER_AVERAGE, "the mean of the last second")),
    MEMORY_DRAW_INSTANT(memoryDraw("instant", NvmlField.POWER_INSTANT, "at the moment of the reading")),
    MODULE_DRAW_AVERAGE(module("draw.average", NvmlField.POWER_AVERAGE, "drawn, the mean of the last second")),
    MODULE_DRAW_INSTANT(module("draw.instant", NvmlField.POWER_INSTANT, "drawn at the moment of the reading")),
    MODULE_LIMIT(module("limit", NvmlField.POWER_REQUESTED_LIMIT, "that software requested as the limit")),
    MODULE_ENFORCED_LIMIT(moduleLimitInForce()),
    MODULE_DEFAULT_LIMIT(
            module("default_limit", NvmlField.POWER_DEFAULT_LIMIT, "that is the limit after the driver is loaded")),
    MODULE_MIN_LIMIT(module("min_limit", NvmlField.POWER_MIN_LIMIT, "that is the lowest limit that can be set")),
    MODULE_MAX_LIMIT(module("max_limit", NvmlField.POWER_MAX_LIMIT, "that is the highest limit that can be set")),

    ENERGY_TOTAL(counter("energy.total", JOULES, RESOURCES, "Energy used")
            .from(u64("nvmlDeviceGetTotalEnergyConsumption"))
            .dividedBy(1000)
            .needing("Volta or newer")
            .notInNvidiaSmi()
            .ranging(0, 1e13)
            .help("Energy used since the driver was loaded.")),

    CLOCKS_GRAPHICS(currentClock("clocks.current.graphics", "Graphics clock", Clock.GRAPHICS)
            .help("Clock of the graphics engine.")),

    CLOCKS_SM(currentClock("clocks.current.sm", "SM clock", Clock.SM).help("Clock of the streaming multiprocessors.")),

    CLOCKS_MEMORY(currentClock("clocks.current.memory", "Memory clock", Clock.MEM)
            .ranging(0, Most.MEMORY_MEGAHERTZ)
            .help("Clock of the device memory.")),

    CLOCKS_VIDEO(currentClock("clocks.current.video", "Video clock", Clock.VIDEO)
            .help("Clock of the video encoder and decoder.")),

    CLOCKS_APPLICATIONS_GRAPHICS(
            applications("applications.graphics", "Graphics", Clock.GRAPHICS, "nvmlDeviceGetApplicationsClock")),
    CLOCKS_APPLICATIONS_MEMORY(
            applications("applications.memory", "Memory", Clock.MEM, "nvmlDeviceGetApplicationsClock")),
    CLOCKS_DEFAULT_APPLICATIONS_GRAPHICS(applications(
            "default_applications.graphics", "Graphics", Clock.GRAPHICS, "nvmlDeviceGetDefaultApplicationsClock")),
    CLOCKS_DEFAULT_APPLICATIONS_MEMORY(
            applications("default_applications.memory", "Memory", Clock.MEM, "nvmlDeviceGetDefaultApplicationsClock")),

    CLOCKS_MAX_GRAPHICS(highestClock("clocks.max.graphics", "Graphics clock, highest", Clock.GRAPHICS)
            .help("Highest clock that the graphics engine can run at.")),

    CLOCKS_MAX_SM(highestClock("clocks.max.sm", "SM clock, highest", Clock.SM)
            .help("Highest clock that the streaming multiprocessors can run at.")),

    CLOCKS_MAX_MEMORY(highestClock("clocks.max.memory", "Memory clock, highest", Clock.MEM)
            .ranging(0, Most.MEMORY_MEGAHERTZ)
            .help("Highest clock that the device memory can run at.")),

    CLOCKS_MAX_VIDEO(highestClock("clocks.max.video", "Video clock, highest", Clock.VIDEO)
            .notInNvidiaSmi()
            .help("Highest clock that the video encoder and decoder can run at.")),

    CLOCKS_MAX_CUSTOMER_BOOST(clock(
                    "clocks.max_customer_boost.graphics",
                    "Graphics clock, highest boost",
                    u32("nvmlDeviceGetMaxCustomerBoostClock", Clock.GRAPHICS))
            .cadence(SLOW)
            .notInNvidiaSmi()
            .help("Highest clock that the graphics engine may be set to boost to.")),

    CLOCKS_OFFSET_GRAPHICS(clockOffset("graphics", Clock.GRAPHICS)),
    CLOCKS_OFFSET_MEMORY(clockOffset("memory", Clock.MEM)),

    PSTATE(state("pstate", RESOURCES, "Performance state")
            .from(u32("nvmlDeviceGetPerformanceState"))
            .unknownAt(32)
            .printedAs(P_STATE)
            .help("Performance state, from P0 (fastest) to P15 (slowest).")),

    CLOCKS_EVENT_REASONS(state("clocks_event_reasons.active", RESOURCES, "Clock event reasons")
            .from(u64("nvmlDeviceGetCurrentClocksEventReasons"))
            .or(u64("nvmlDeviceGetCurrentClocksThrottleReasons"))
            .printedAs(HEX16)
            .help("Why the clocks are not higher, as a mask: 0x1 idle, 0x2 application clocks, 0x4 software power"
                    + " cap, 0x8 hardware slowdown, 0x10 sync boost, 0x20 software thermal slowdown,"
                    + " 0x40 hardware thermal slowdown, 0x80 hardware power brake, 0x100 display clocks, 0x200 board"
                    + " limit, 0x400 reliability.")),

    CLOCKS_EVENT_REASONS_SUPPORTED(state("clocks_event_reasons.supported", RESOURCES, "Clock event reasons, supported")
            .cadence(ONCE)
            .from(u64("nvmlDeviceGetSupportedClocksEventReasons"))
            .or(u64("nvmlDeviceGetSupportedClocksThrottleReasons"))
            .printedAs(HEX16)
            .help("The reasons that this GPU can report, as a mask.")),

    REASON_IDLE(eventReason("gpu_idle", 0, "nothing runs on the GPU")),
    REASON_APPLICATION_CLOCKS(eventReason("applications_clocks_setting", 1, "application clocks are set")),
    REASON_POWER_CAP(eventReason("sw_power_cap", 2, "the software keeps the power below its limit")),
    REASON_HW_SLOWDOWN(eventReason("hw_slowdown", 3, "the hardware slows down, for the temperature or for power")),
    REASON_SYNC_BOOST(eventReason("sync_boost", 4, "the GPUs of a group boost together")),
    REASON_SW_THERMAL(eventReason("sw_thermal_slowdown", 5, "the software slows down for the temperature")),
    REASON_HW_THERMAL(eventReason("hw_thermal_slowdown", 6, "the hardware slows down for the temperature")),
    REASON_POWER_BRAKE(eventReason("hw_power_brake_slowdown", 7, "the machine's power supply requires less power")),
    REASON_DISPLAY(reason("display_clock_setting", 8)
            .or(bits(u64("nvmlDeviceGetCurrentClocksThrottleReasons"), 8, 1))
            .notInNvidiaSmi()
            .help("Whether the clocks are not higher because a display needs certain clocks.")),

    REASON_BOARD_LIMIT(newReason("board_limit", 9, "the board is at one of its limits")),
    REASON_RELIABILITY(newReason("reliability", 10, "the voltage is limited to protect the GPU from wear")),

    HELD_BACK_BY_POWER_CAP(
            heldBack("sw_power_cap", field(NvmlField.CLOCKS_EVENT_REASON_SW_POWER_CAP), "the power limit")),
    HELD_BACK_BY_SYNC_BOOST(
            heldBack("sync_boost", field(NvmlField.CLOCKS_EVENT_REASON_SYNC_BOOST), "sync boost with other GPUs")),
    HELD_BACK_BY_SW_THERMAL(counter(
                    "clocks_event_reasons_counters.sw_thermal_slowdown",
                    SECONDS,
                    RESOURCES,
                    "Throttled by the software, for the temperature")
            .cadence(SLOW)
            .from(renumbered(NvmlField.CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN))
            .dividedBy(1e9)
            .or(field(NvmlField.PERF_POLICY_THERMAL))
            .dividedBy(1e9)
            .printedAs(MICROSECONDS)
            .help("Time during which the clocks were throttled by the software, for the temperature, since the driver"
                    + " was loaded; drivers before 580.82 count every thermal limit here.")),
    HELD_BACK_BY_HW_THERMAL(heldBack(
            "hw_thermal_slowdown",
            renumbered(NvmlField.CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN),
            "the hardware, for the temperature")),
    HELD_BACK_BY_POWER_BRAKE(heldBack(
            "hw_power_brake_slowdown",
            renumbered(NvmlField.CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN),
            "the hardware power brake")),

    HELD_BACK_BY_BOARD_LIMIT(
            below("board_limit", NvmlField.PERF_POLICY_BOARD_LIMIT, "application clocks because of the board's limit")),
    HELD_BACK_BY_LOW_UTILIZATION(below(
            "low_utilization", NvmlField.PERF_POLICY_LOW_UTILIZATION, "application clocks because of low utilization")),
    HELD_BACK_BY_RELIABILITY(
            below("reliability", NvmlField.PERF_POLICY_RELIABILITY, "application clocks for its reliability")),
    HELD_BACK_BELOW_APPLICATION_CLOCKS(below(
            "total_app_clocks", NvmlField.PERF_POLICY_TOTAL_APP_CLOCKS, "application clocks for whatever reason")),
    HELD_BACK_BELOW_BASE_CLOCKS(
            below("total_base_clocks", NvmlField.PERF_POLICY_TOTAL_BASE_CLOCKS, "base clocks for whatever reason")),

    SHARE_BY_POWER_CAP(
            shareHeldBack("sw_power_cap", field(NvmlField.CLOCKS_EVENT_REASON_SW_POWER_CAP), "the power limit")),
    SHARE_BY_SYNC_BOOST(
            shareHeldBack("sync_boost", field(NvmlField.CLOCKS_EVENT_REASON_SYNC_BOOST), "sync boost with other GPUs")),
    SHARE_BY_SW_THERMAL(gauge(
                    "clocks_event_reasons_share.sw_thermal_slowdown",
                    PERCENT,
                    RESOURCES,
                    "Share throttled by the software, for the temperature")
            .notInNvidiaSmi()
            .from(rateOf(renumbered(NvmlField.CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN)))
            .dividedBy(1e7)
            .or(rateOf(field(NvmlField.PERF_POLICY_THERMAL)))
            .dividedBy(1e7)
            .help("Share of the time since the last round during which the clocks were throttled by the software, for"
                    + " the temperature; drivers before 580.82 count every thermal limit here.")),
    SHARE_BY_HW_THERMAL(shareHeldBack(
            "hw_thermal_slowdown",
            renumbered(NvmlField.CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN),
            "the hardware, for the temperature")),
    SHARE_BY_POWER_BRAKE(shareHeldBack(
            "hw_power_brake_slowdown",
            renumbered(NvmlField.CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN),
            "the hardware power brake")),

    PCIE_GEN_CURRENT(
            pcieLink("pcie.link.gen.current", "PCIe generation now", u32("nvmlDeviceGetCurrPcieLinkGeneration"))
                    .ranging(0, 16)
                    .help("PCIe generation that the link runs at; an idle GPU may lower it to save power.")),

    PCIE_GEN_GPU_MAX(pcieLink(
                    "pcie.link.gen.gpumax",
                    "PCIe generation, highest of the GPU",
                    u32("nvmlDeviceGetGpuMaxPcieLinkGeneration"))
            .ranging(0, 16)
            .help("Highest PCIe generation that the GPU itself can run the link at.")),

    PCIE_GEN_MAX(pcieLink("pcie.link.gen.max", "PCIe generation, highest", u32("nvmlDeviceGetMaxPcieLinkGeneration"))
            .ranging(0, 16)
            .help("Highest PCIe generation that GPU and machine can run the link at.")),

    PCIE_WIDTH_CURRENT(pcieLink("pcie.link.width.current", "PCIe lanes now", u32("nvmlDeviceGetCurrPcieLinkWidth"))
            .ranging(0, 64)
            .help("PCIe lanes that the link runs over now.")),

    PCIE_WIDTH_MAX(pcieLink("pcie.link.width.max", "PCIe lanes, most", u32("nvmlDeviceGetMaxPcieLinkWidth"))
            .ranging(0, 64)
            .help("Most PCIe lanes that GPU and machine can use.")),

    PCIE_BANDWIDTH_CURRENT(gauge("pcie.bandwidth.current", BYTES_PER_SECOND, PCIE, "PCIe bandwidth now")
            .from(pcieBandwidth(PCIE_GEN_CURRENT, PCIE_WIDTH_CURRENT))
            .notInNvidiaSmi()
            .ranging(0, Most.PCIE_BYTES_PER_SECOND)
            .help("Bandwidth of the link in each direction with its current generation and lanes, without the"
                    + " overhead of its encoding.")),

    PCIE_BANDWIDTH_MAX(gauge("pcie.bandwidth.max", BYTES_PER_SECOND, PCIE, "PCIe bandwidth, most")
            .from(pcieBandwidth(PCIE_GEN_MAX, PCIE_WIDTH_MAX))
            .notInNvidiaSmi()
            .ranging(0, Most.PCIE_BYTES_PER_SECOND)
            .help("Bandwidth of the link in each direction with the highest generation and lanes that GPU and"
                    + " machine can use.")),

    PCIE_RX(pcie(Way.IN, NvmlGpmMetric.PCIE_RX_PER_SEC, NvmlField.PCIE_COUNT_RX_BYTES, PcieCounter.RX_BYTES)),
    PCIE_TX(pcie(Way.OUT, NvmlGpmMetric.PCIE_TX_PER_SEC, NvmlField.PCIE_COUNT_TX_BYTES, PcieCounter.TX_BYTES)),

    LINK_STATE(state("link.nvlink.state", NVLINK, "NVLink state")
            .from(u32("nvmlDeviceGetNvLinkState", Probe.EACH_LINK))
            .printedAs(NvidiaSmiFormat.ACTIVE)
            .help("Whether the link is up.")),

    LINK_BANDWIDTH_MAX(gauge("link.nvlink.bandwidth.max", BYTES_PER_SECOND, NVLINK, "NVLink bandwidth of the link")
            .from(fieldOfLink(NvmlField.NVLINK_GET_SPEED))
            .times(1e6)
            .or(field(NvmlField.NVLINK_SPEED_MBPS_COMMON))
            .times(1e6)
            .help("Bandwidth of the link in each direction.")),

    LINK_RX_TOTAL(trafficOfLink(Way.IN, NvmlField.NVLINK_THROUGHPUT_DATA_RX, NvmlField.NVLINK_COUNT_RCV_BYTES)),
    LINK_TX_TOTAL(trafficOfLink(Way.OUT, NvmlField.NVLINK_THROUGHPUT_DATA_TX, NvmlField.NVLINK_COUNT_XMIT_BYTES)),
    LINK_RX(rateOfLink(Way.IN, NvmlField.NVLINK_THROUGHPUT_DATA_RX, NvmlField.NVLINK_COUNT_RCV_BYTES)),
    LINK_TX(rateOfLink(Way.OUT, NvmlField.NVLINK_THROUGHPUT_DATA_TX, NvmlField.NVLINK_COUNT_XMIT_BYTES)),
    LINK_REPLAYS(errorsOfLink(
            "replay", NvmlField.NVLINK_ERROR_DL_REPLAY, NvLinkError.DL_REPLAY, "packets that were sent again")),
    LINK_RECOVERIES(errorsOfLink(
            "recovery",
            NvmlField.NVLINK_ERROR_DL_RECOVERY,
            NvLinkError.DL_RECOVERY,
            "times that the link was brought up again")),
    LINK_CRC(errorsOfLink(
            "crc", NvmlField.NVLINK_ERROR_DL_CRC, NvLinkError.DL_CRC_FLIT, "units of data that arrived damaged")),

    LINK_POWER_STATE(state("link.nvlink.power_state", NVLINK, "NVLink power state")
            .from(fieldOfLink(NvmlField.NVLINK_GET_POWER_STATE))
            .printedAs(NvidiaSmiFormat.LINK_POWER)
            .needing("a data-center board since Hopper")
            .help("Whether the link runs at full speed, or saves power while it is idle.")),

    LINK_VERSION(text("link.nvlink.version", NVLINK, "NVLink version")
            .from(fieldOfLink(NvmlField.NVLINK_GET_VERSION))
            .unknownAt(0)
            .printedAs(NvidiaSmiFormat.NVLINK_VERSION)
            .ranging(0, 999)
            .help("Version of NVLink that the link uses, such as 4.0.")),

    NVLINK_LINKS(gauge("nvlink.links", NONE, NVLINK, "NVLinks")
            .from(field(NvmlField.NVLINK_LINK_COUNT))
            .lackingAt(0)
            .needing("NVLink")
            .notInNvidiaSmi()
            .ranging(0, 256)
            .help("NVLinks that the GPU has, up or down.")),

    NVLINK_LINKS_UP(gauge("nvlink.links.up", NONE, NVLINK, "NVLinks that are up")
            .from(overLinks(LINK_STATE))
            .needing("NVLink")
            .notInNvidiaSmi()
            .ranging(0, 256)
            .help("NVLinks that are up; each link that is down reduces the bandwidth.")),

    NVLINK_BANDWIDTH_MAX(gauge("nvlink.bandwidth.max", BYTES_PER_SECOND, NVLINK, "NVLink bandwidth, most")
            .from(overLinks(LINK_BANDWIDTH_MAX))
            .needing("NVLink")
            .notInNvidiaSmi()
            .help("Bandwidth of all links that are up, in each direction.")),

    NVLINK_RX(nvlink(Way.IN, LINK_RX, NvmlGpmMetric.NVLINK_TOTAL_RX_PER_SEC)),
    NVLINK_TX(nvlink(Way.OUT, LINK_TX, NvmlGpmMetric.NVLINK_TOTAL_TX_PER_SEC)),

    LINK_RX_PACKETS(packetsOfLink(Way.IN, NvmlField.NVLINK_COUNT_RCV_PACKETS)),
    LINK_TX_PACKETS(packetsOfLink(Way.OUT, NvmlField.NVLINK_COUNT_XMIT_PACKETS)),
    LINK_MALFORMED(faultsOfLink(LinkFault.MALFORMED)),
    LINK_OVERRUNS(faultsOfLink(LinkFault.OVERRUNS)),
    LINK_RX_ERRORS(faultsOfLink(LinkFault.RX_ERRORS)),
    LINK_REMOTE_ERRORS(faultsOfLink(LinkFault.REMOTE_ERRORS)),
    LINK_GENERAL_ERRORS(faultsOfLink(LinkFault.GENERAL_ERRORS)),
    LINK_INTEGRITY_ERRORS(faultsOfLink(LinkFault.INTEGRITY_ERRORS)),
    LINK_DISCARDS(faultsOfLink(LinkFault.DISCARDS)),
    LINK_RECOVERIES_OK(faultsOfLink(LinkFault.RECOVERIES_OK)),
    LINK_RECOVERIES_FAILED(faultsOfLink(LinkFault.RECOVERIES_FAILED)),
    LINK_RECOVERIES_ALL(faultsOfLink(LinkFault.RECOVERIES_ALL)),
    LINK_EFFECTIVE_ERRORS(faultsOfLink(LinkFault.EFFECTIVE_ERRORS)),
    LINK_SYMBOL_ERRORS(faultsOfLink(LinkFault.SYMBOL_ERRORS)),
    LINK_EFFECTIVE_ERROR_RATE(faultRateOfLink(LinkFault.EFFECTIVE_ERRORS)),
    LINK_SYMBOL_ERROR_RATE(faultRateOfLink(LinkFault.SYMBOL_ERRORS)),
    LINK_EFFECTIVE_BER(errorRatioOfLink("effective", NvmlField.NVLINK_COUNT_EFFECTIVE_BER, Texts.EFFECTIVE)),
    LINK_SYMBOL_BER(errorRatioOfLink("symbol", NvmlField.NVLINK_COUNT_SYMBOL_BER, Texts.SYMBOL)),
    LINK_FEC_0(codeWords(0, NvmlField.NVLINK_COUNT_FEC_HISTORY_0)),
    LINK_FEC_1(codeWords(1, NvmlField.NVLINK_COUNT_FEC_HISTORY_1)),
    LINK_FEC_2(codeWords(2, NvmlField.NVLINK_COUNT_FEC_HISTORY_2)),
    LINK_FEC_3(codeWords(3, NvmlField.NVLINK_COUNT_FEC_HISTORY_3)),
    LINK_FEC_4(codeWords(4, NvmlField.NVLINK_COUNT_FEC_HISTORY_4)),
    LINK_FEC_5(codeWords(5, NvmlField.NVLINK_COUNT_FEC_HISTORY_5)),
    LINK_FEC_6(codeWords(6, NvmlField.NVLINK_COUNT_FEC_HISTORY_6)),
    LINK_FEC_7(codeWords(7, NvmlField.NVLINK_COUNT_FEC_HISTORY_7)),
    LINK_FEC_8(codeWords(8, NvmlField.NVLINK_COUNT_FEC_HISTORY_8)),
    LINK_FEC_9(codeWords(9, NvmlField.NVLINK_COUNT_FEC_HISTORY_9)),
    LINK_FEC_10(codeWords(10, NvmlField.NVLINK_COUNT_FEC_HISTORY_10)),
    LINK_FEC_11(codeWords(11, NvmlField.NVLINK_COUNT_FEC_HISTORY_11)),
    LINK_FEC_12(codeWords(12, NvmlField.NVLINK_COUNT_FEC_HISTORY_12)),
    LINK_FEC_13(codeWords(13, NvmlField.NVLINK_COUNT_FEC_HISTORY_13)),
    LINK_FEC_14(codeWords(14, NvmlField.NVLINK_COUNT_FEC_HISTORY_14)),
    LINK_FEC_15(codeWords(15, NvmlField.NVLINK_COUNT_FEC_HISTORY_15)),

    LINK_FEC_HIGH(gauge("link.nvlink.fec.high", RATIO, NVLINK, "NVLink code words with many corrections, per link")
            .from(gainRatio(CodeWords.HIGH, CodeWords.ALL))
            .over(Windows.SLOW_ROUND)
            .needing(Texts.NVLINK_5)
            .help("Share of the code words received since it was last read in which forward error correction had to"
                    + " correct 8 symbols or more.")),

    LINK_PLR_BLOCKS(retryOfLink("blocks", NvmlField.NVLINK_PLR_XMIT_BLOCKS, "blocks sent", "sent")),
    LINK_PLR_RETRIES(retryOfLink("retries", NvmlField.NVLINK_PLR_XMIT_RETRY_BLOCKS, "blocks retried", "sent again")),

    LINK_PLR_RETRIED(gauge("link.nvlink.plr.retried", RATIO, NVLINK, "NVLink share of blocks retried, per link")
            .from(gainRatio(
                    List.of(retryField(NvmlField.NVLINK_PLR_XMIT_RETRY_BLOCKS)),
                    List.of(retryField(NvmlField.NVLINK_PLR_XMIT_BLOCKS))))
            .over(Windows.SLOW_ROUND)
            .needing(Texts.PLR)
            .ranging(0, 1_000)
            .help("Blocks that physical layer retry sent again over the link, against those that it sent, since both"
                    + " were last read.")),

    NVLINK_RX_PACKETS(packets(Way.IN, LINK_RX_PACKETS)),
    NVLINK_TX_PACKETS(packets(Way.OUT, LINK_TX_PACKETS)),
    NVLINK_MALFORMED(faults(LinkFault.MALFORMED, LINK_MALFORMED)),
    NVLINK_OVERRUNS(faults(LinkFault.OVERRUNS, LINK_OVERRUNS)),
    NVLINK_RX_ERRORS(faults(LinkFault.RX_ERRORS, LINK_RX_ERRORS)),
    NVLINK_REMOTE_ERRORS(faults(LinkFault.REMOTE_ERRORS, LINK_REMOTE_ERRORS)),
    NVLINK_GENERAL_ERRORS(faults(LinkFault.GENERAL_ERRORS, LINK_GENERAL_ERRORS)),
    NVLINK_INTEGRITY_ERRORS(faults(LinkFault.INTEGRITY_ERRORS, LINK_INTEGRITY_ERRORS)),
    NVLINK_DISCARDS(faults(LinkFault.DISCARDS, LINK_DISCARDS)),
    NVLINK_RECOVERIES_OK(faults(LinkFault.RECOVERIES_OK, LINK_RECOVERIES_OK)),
    NVLINK_RECOVERIES_FAILED(faults(LinkFault.RECOVERIES_FAILED, LINK_RECOVERIES_FAILED)),
    NVLINK_RECOVERIES_ALL(faults(LinkFault.RECOVERIES_ALL, LINK_RECOVERIES_ALL)),
    NVLINK_EFFECTIVE_ERRORS(faults(LinkFault.EFFECTIVE_ERRORS, LINK_EFFECTIVE_ERRORS)),
    NVLINK_SYMBOL_ERRORS(faults(LinkFault.SYMBOL_ERRORS, LINK_SYMBOL_ERRORS)),
    NVLINK_EFFECTIVE_ERROR_RATE(faultRate(LinkFault.EFFECTIVE_ERRORS, LINK_EFFECTIVE_ERROR_RATE)),
    NVLINK_SYMBOL_ERROR_RATE(faultRate(LinkFault.SYMBOL_ERRORS, LINK_SYMBOL_ERROR_RATE)),
    NVLINK_EFFECTIVE_BER(errorRatio("effective", LINK_EFFECTIVE_BER, Texts.EFFECTIVE)),
    NVLINK_SYMBOL_BER(errorRatio("symbol", LINK_SYMBOL_BER, Texts.SYMBOL)),

    NVLINK_FEC_HIGH(gauge("nvlink.fec.high", RATIO, NVLINK, "NVLink code words with many corrections")
            .notInNvidiaSmi()
            .from(worstLink(LINK_FEC_HIGH))
            .needing(Texts.NVLINK_5)
            .help("Share of code words in which forward error correction had to correct 8 symbols or more, of the"
                    + " link with the greatest share.")),

    NVLINK_PLR_BLOCKS(retries("blocks", LINK_PLR_BLOCKS, "blocks sent", "sent")),
    NVLINK_PLR_RETRIES(retries("retries", LINK_PLR_RETRIES, "blocks retried", "sent again")),

    NVLINK_PLR_RETRIED(gauge("nvlink.plr.retried", RATIO, NVLINK, "NVLink share of blocks retried")
            .notInNvidiaSmi()
            .from(worstLink(LINK_PLR_RETRIED))
            .needing(Texts.PLR)
            .ranging(0, 1_000)
            .help("Blocks that physical layer retry sent again, against those that it sent, of the link with the"
                    + " greatest share.")),

    PCIE_REPLAYS(counter("pcie.replays", NONE, PCIE, "PCIe replays")
            .from(u32("nvmlDeviceGetPcieReplayCounter"))
            .notInNvidiaSmi()
            .ranging(0, Most.FAULTS)
            .help("Packets that were sent again over PCIe; a high number is a sign of a bad slot or riser.")),

    PCIE_ROLLOVERS(counter("pcie.replays.rollovers", NONE, PCIE, "PCIe replay rollovers")
            .from(field(NvmlField.PCIE_REPLAY_ROLLOVER_COUNTER))
            .notInNvidiaSmi()
            .ranging(0, Most.FAULTS)
            .help("Times that a packet was sent again too often, after which the link is trained again.")),

    PCIE_RECOVERIES(counter("pcie.recoveries", NONE, PCIE, "PCIe recoveries")
            .from(field(NvmlField.PCIE_L0_TO_RECOVERY_COUNTER))
            .notInNvidiaSmi()
            .needing(Texts.COUNTING_BOARD)
            .ranging(0, Most.FAULTS)
            .help("Times that the link went from its working state (L0) into recovery.")),

    PCIE_CORRECTABLE(pcieErrors(
            "correctable",
            NvmlField.PCIE_COUNT_CORRECTABLE_ERRORS,
            "correctable errors",
            "errors that were corrected")),
    PCIE_NON_FATAL(pcieErrors(
            "non_fatal",
            NvmlField.PCIE_COUNT_NON_FATAL_ERROR,
            "errors that are not fatal",
            "uncorrectable errors after which the link remained reliable")),
    PCIE_FATAL(pcieErrors(
            "fatal",
            NvmlField.PCIE_COUNT_FATAL_ERROR,
            "fatal errors",
            "uncorrectable errors after which the link is not reliable")),
    PCIE_RECEIVER_ERRORS(pcieErrors(
            "receiver", NvmlField.PCIE_COUNT_RECEIVER_ERROR, "receiver errors", "errors of the GPU's receiver")),
    PCIE_BAD_TLP(pcieErrors(
            "bad_tlp", NvmlField.PCIE_COUNT_BAD_TLP, "bad TLPs", "damaged packets of the transaction layer")),
    PCIE_BAD_DLLP(pcieErrors(
            "bad_dllp", NvmlField.PCIE_COUNT_BAD_DLLP, "bad DLLPs", "damaged packets of the data link layer")),
    PCIE_LCRC(pcieErrors(
            "lcrc", NvmlField.PCIE_COUNT_LCRC_ERROR, "LCRC errors", "packets whose checksum of the link was wrong")),
    PCIE_NAKS_RECEIVED(pcieErrors(
            "naks_received", NvmlField.PCIE_COUNT_NAKS_RECEIVED, "NAKs received", "rejections of the GPU's packets")),
    PCIE_NAKS_SENT(
            pcieErrors("naks_sent", NvmlField.PCIE_COUNT_NAKS_SENT, "NAKs sent", "packets that the GPU rejected")),
    PCIE_UNSUPPORTED_REQUESTS(pcieErrors(
            "unsupported_requests",
            NvmlField.PCIE_COUNT_UNSUPPORTED_REQ,
            "unsupported requests",
            "requests that the GPU does not support")),

    NVLINK_BEST_MODE(state("nvlink.bandwidth.best", NVLINK, "NVLink at its best bandwidth mode")
            .from(Calls.NVLINK_MODE.member("bIsBest"))
            .printedAs(YES_NO)
            .notInNvidiaSmi()
            .needing("NVLink with bandwidth modes, and a driver that reports them")
            .help("Whether the links are in the bandwidth mode with the highest bandwidth; another mode saves power.")),

    C2C_LINKS(gauge("c2c.links", NONE, NVLINK, "C2C links")
            .from(field(NvmlField.C2C_LINK_COUNT))
            .lackingAt(0)
            .notInNvidiaSmi()
            .needing(Texts.C2C)
            .ranging(0, 256)
            .help("Chip-to-chip links between the GPU and the Grace processor.")),

    C2C_LINKS_UP(gauge("c2c.links.up", NONE, NVLINK, "C2C links that are up")
            .from(overC2c(NvmlField.C2C_LINK_GET_STATUS, Summary.SUM))
            .basedOnMoreThan(0, C2C_LINKS)
            .notInNvidiaSmi()
            .needing(Texts.C2C)
            .ranging(0, 256)
            .help("Chip-to-chip links that are active; each link that is not reduces the bandwidth.")),

    C2C_BANDWIDTH_MAX(gauge("c2c.bandwidth.max", BYTES_PER_SECOND, NVLINK, "C2C bandwidth, most")
            .from(overC2c(NvmlField.C2C_LINK_GET_MAX_BW, Summary.SUM_OF_ACTIVE))
            .times(1e6)
            .basedOnMoreThan(0, C2C_LINKS)
            .notInNvidiaSmi()
            .needing(Texts.C2C)
            .help("Speed of all chip-to-chip links that are active, together.")),

    C2C_POWER_STATE(state("c2c.power_state", NVLINK, "C2C power state")
            .from(overC2c(NvmlField.C2C_LINK_POWER_STATE, Summary.GREATEST_OF_ACTIVE))
            .basedOnMoreThan(0, C2C_LINKS)
            .printedAs(NvidiaSmiFormat.C2C_POWER)
            .notInNvidiaSmi()
            .needing(Texts.C2C)
            .help("Whether all active chip-to-chip links have their full power, or at least one of them saves power.")),

    C2C_CRC(c2cErrors("crc", NvmlField.C2C_LINK_ERROR_INTR, "CRC errors", "data whose checksum was wrong")),
    C2C_REPLAYS(c2cErrors("replay", NvmlField.C2C_LINK_ERROR_REPLAY, "replays", "data that was sent again")),
    C2C_REPLAYS_IN_SUCCESSION(c2cErrors(
            "replay_b2b",
            NvmlField.C2C_LINK_ERROR_REPLAY_B2B,
            "replays in succession",
            "data that was sent again immediately after another replay")),

    C2C_RX(c2c("", Way.IN, NvmlGpmMetric.C2C_TOTAL_RX_PER_SEC, "Bytes")),
    C2C_TX(c2c("", Way.OUT, NvmlGpmMetric.C2C_TOTAL_TX_PER_SEC, "Bytes")),
    C2C_DATA_RX(c2c("data.", Way.IN, NvmlGpmMetric.C2C_DATA_RX_PER_SEC, "Payload")),
    C2C_DATA_TX(c2c("data.", Way.OUT, NvmlGpmMetric.C2C_DATA_TX_PER_SEC, "Payload")),

    ECC_MODE_CURRENT(health("ecc.mode.current", "ECC mode", Calls.ECC_MODE.member("current"))
            .printedAs(ENABLED_DISABLED)
            .help("Whether memory errors are detected and corrected.")),

    ECC_MODE_PENDING(health("ecc.mode.pending", "ECC mode after reboot", Calls.ECC_MODE.member("pending"))
            .printedAs(ENABLED_DISABLED)
            .help("Whether memory errors will be detected and corrected after the next reboot.")),

    ECC_MODE_DEFAULT(health("ecc.mode.default", "ECC mode, by default", u32("nvmlDeviceGetDefaultEccMode"))
            .cadence(ONCE)
            .printedAs(ENABLED_DISABLED)
            .needing("a board with ECC")
            .notInNvidiaSmi()
            .help("Whether memory errors are detected and corrected unless set otherwise.")),

    ECC_CORRECTED_VOLATILE_TOTAL(ecc(CORRECTED, VOLATILE)),
    ECC_CORRECTED_VOLATILE_DRAM(ecc(CORRECTED, VOLATILE, MemoryLocation.DRAM)),
    ECC_CORRECTED_VOLATILE_SRAM(ecc(CORRECTED, VOLATILE, MemoryLocation.SRAM)),
    ECC_CORRECTED_VOLATILE_REGISTERS(ecc(CORRECTED, VOLATILE, MemoryLocation.REGISTER_FILE)),
    ECC_CORRECTED_VOLATILE_L1(ecc(CORRECTED, VOLATILE, MemoryLocation.L1_CACHE)),
    ECC_CORRECTED_VOLATILE_L2(ecc(CORRECTED, VOLATILE, MemoryLocation.L2_CACHE)),
    ECC_CORRECTED_VOLATILE_TEXTURE(ecc(CORRECTED, VOLATILE, MemoryLocation.TEXTURE_MEMORY)),
    ECC_CORRECTED_VOLATILE_CBU(ecc(CORRECTED, VOLATILE, MemoryLocation.CBU)),
    ECC_CORRECTED_AGGREGATE_TOTAL(ecc(CORRECTED, AGGREGATE)),
    ECC_CORRECTED_AGGREGATE_DRAM(ecc(CORRECTED, AGGREGATE, MemoryLocation.DRAM)),
    ECC_CORRECTED_AGGREGATE_SRAM(ecc(CORRECTED, AGGREGATE, MemoryLocation.SRAM)),
    ECC_CORRECTED_AGGREGATE_REGISTERS(ecc(CORRECTED, AGGREGATE, MemoryLocation.REGISTER_FILE)),
    ECC_CORRECTED_AGGREGATE_L1(ecc(CORRECTED, AGGREGATE, MemoryLocation.L1_CACHE)),
    ECC_CORRECTED_AGGREGATE_L2(ecc(CORRECTED, AGGREGATE, MemoryLocation.L2_CACHE)),
    ECC_CORRECTED_AGGREGATE_TEXTURE(ecc(CORRECTED, AGGREGATE, MemoryLocation.TEXTURE_MEMORY)),
    ECC_CORRECTED_AGGREGATE_CBU(ecc(CORRECTED, AGGREGATE, MemoryLocation.CBU)),
    ECC_UNCORRECTED_VOLATILE_TOTAL(ecc(UNCORRECTED, VOLATILE)),
    ECC_UNCORRECTED_VOLATILE_DRAM(ecc(UNCORRECTED, VOLATILE, MemoryLocation.DRAM)),
    ECC_UNCORRECTED_VOLATILE_SRAM(ecc(UNCORRECTED, VOLATILE, MemoryLocation.SRAM)),
    ECC_UNCORRECTED_VOLATILE_REGISTERS(ecc(UNCORRECTED, VOLATILE, MemoryLocation.REGISTER_FILE)),
    ECC_UNCORRECTED_VOLATILE_L1(ecc(UNCORRECTED, VOLATILE, MemoryLocation.L1_CACHE)),
    ECC_UNCORRECTED_VOLATILE_L2(ecc(UNCORRECTED, VOLATILE, MemoryLocation.L2_CACHE)),
    ECC_UNCORRECTED_VOLATILE_TEXTURE(ecc(UNCORRECTED, VOLATILE, MemoryLocation.TEXTURE_MEMORY)),
    ECC_UNCORRECTED_VOLATILE_CBU(ecc(UNCORRECTED, VOLATILE, MemoryLocation.CBU)),
    ECC_UNCORRECTED_AGGREGATE_TOTAL(ecc(UNCORRECTED, AGGREGATE)),
    ECC_UNCORRECTED_AGGREGATE_DRAM(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.DRAM)),
    ECC_UNCORRECTED_AGGREGATE_SRAM(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.SRAM)),
    ECC_UNCORRECTED_AGGREGATE_REGISTERS(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.REGISTER_FILE)),
    ECC_UNCORRECTED_AGGREGATE_L1(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.L1_CACHE)),
    ECC_UNCORRECTED_AGGREGATE_L2(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.L2_CACHE)),
    ECC_UNCORRECTED_AGGREGATE_TEXTURE(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.TEXTURE_MEMORY)),
    ECC_UNCORRECTED_AGGREGATE_CBU(ecc(UNCORRECTED, AGGREGATE, MemoryLocation.CBU)),
    ECC_SRAM_VOLATILE_PARITY(sram("uncorrected.volatile.sram.parity", "volatileUncParity")),
    ECC_SRAM_VOLATILE_SECDED(sram("uncorrected.volatile.sram.secded", "volatileUncSecDed")),
    ECC_SRAM_AGGREGATE_PARITY(sram("uncorrected.aggregate.sram.parity", "aggregateUncParity")),
    ECC_SRAM_AGGREGATE_SECDED(sram("uncorrected.aggregate.sram.secded", "aggregateUncSecDed")),
    ECC_SRAM_AGGREGATE_L2(sram("uncorrected.aggregate.sram.l2", "aggregateUncBucketL2")),
    ECC_SRAM_AGGREGATE_SM(sram("uncorrected.aggregate.sram.sm", "aggregateUncBucketSm")),
    ECC_SRAM_AGGREGATE_MCU(sram("uncorrected.aggregate.sram.mcu", "aggregateUncBucketMcu")),
    ECC_SRAM_AGGREGATE_PCIE(sram("uncorrected.aggregate.sram.pcie", "aggregateUncBucketPcie")),
    ECC_SRAM_AGGREGATE_OTHER(sram("uncorrected.aggregate.sram.other", "aggregateUncBucketOther")),

    ECC_SRAM_THRESHOLD(health(
                    "ecc.errors.uncorrected.aggregate.sram.thresholdExceeded",
                    "Too many ECC errors of the SRAM",
                    Calls.SRAM_ECC.member("bThresholdExceeded"))
            .needing("Ampere or newer; some drivers require the rights of root")
            .help("Whether the SRAM has more uncorrectable errors than its limit: the board must be replaced.")),

    CHANNEL_REPAIR_PENDING(repair("channel", "bChannelRepairPending", "a memory channel")),
    TPC_REPAIR_PENDING(repair("tpc", "bTpcRepairPending", "a cluster of processors (TPC)")),

    UNREPAIRABLE_MEMORY(health(
                    "ecc.unrepairable_memory",
                    "Unrepairable memory",
                    Calls.UNREPAIRABLE_MEMORY.member("bUnrepairableMemory"))
            .needing("a data-center board since Ampere and driver 590 or newer")
            .notInNvidiaSmi()
            .help("Whether the GPU has memory errors that can no longer be repaired: the board must be"
                    + " replaced.")),

    RETIRED_PAGES_SINGLE_BIT(
            retired("single_bit_ecc.count", RetirementCause.MULTIPLE_SINGLE_BIT_ECC_ERRORS, "many correctable errors")),
    RETIRED_PAGES_DOUBLE_BIT(
            retired("double_bit.count", RetirementCause.DOUBLE_BIT_ECC_ERROR, "an uncorrectable error")),

    RETIRED_PAGES_PENDING(
            health("retired_pages.pending", "Page retirement pending", u32("nvmlDeviceGetRetiredPagesPendingStatus"))
                    .needing("a data-center board before Ampere")
                    .help("Whether pages of memory will be retired at the next reboot.")),

    REMAPPED_ROWS_CORRECTABLE(remapped("correctable", "corrRows", "correctable errors")),
    REMAPPED_ROWS_UNCORRECTABLE(remapped("uncorrectable", "uncRows", "uncorrectable errors")),

    REMAPPED_ROWS_PENDING(
            health("remapped_rows.pending", "Row remapping pending", Calls.REMAPPED_ROWS.member("isPending"))
                    .needing("a data-center board since Ampere")
                    .help("Whether rows of memory will be remapped at the next reset.")),

    REMAPPED_ROWS_FAILURE(
            health("remapped_rows.failure", "Row remapping failed", Calls.REMAPPED_ROWS.member("failureOccurred"))
                    .needing("a data-center board since Ampere")
                    .help("Whether a row could not be remapped: the board must be replaced.")),

    REMAPPED_ROWS_CORRECTABLE_INACTIVE(
            inactive("correctable", "corrInactiveRemaps", NvmlField.REMAPPED_ROWS_COR_INACTIVE, "correctable errors")),
    REMAPPED_ROWS_UNCORRECTABLE_INACTIVE(inactive(
            "uncorrectable", "uncInactiveRemaps", NvmlField.REMAPPED_ROWS_UNC_INACTIVE, "uncorrectable errors")),
    REMAPPED_ROWS_MAX(spares("max", "all their spare rows")),
    REMAPPED_ROWS_HIGH(spares("high", "most of their spare rows")),
    REMAPPED_ROWS_PARTIAL(spares("partial", "a part of their spare rows")),
    REMAPPED_ROWS_LOW(spares("low", "few spare rows")),
    REMAPPED_ROWS_NONE(spares("none", "no spare row")),
    REMAPPED_BANKS_ACTIVE(bank("active", NvmlField.REMAPPED_BANKS_ACTIVE, "Memory banks that were replaced")),
    REMAPPED_BANKS_INACTIVE(
            bank("inactive", NvmlField.REMAPPED_BANKS_INACTIVE, "Memory banks whose replacement is not in effect yet")),
    REMAPPED_BANKS_PENDING(
            bank("pending", NvmlField.REMAPPED_BANKS_PENDING, "Memory banks that will be replaced at the next reset")),
    REMAPPED_BANKS_MAX(bank(
            "histogram.max",
            NvmlField.REMAPPED_BANKS_HISTOGRAM_MAX,
            "Groups of memory banks that have all their spare banks left")),
    REMAPPED_BANKS_NONE(bank(
            "histogram.none",
            NvmlField.REMAPPED_BANKS_HISTOGRAM_NONE,
            "Groups of memory banks that have no spare bank left")),

    GPU_RECOVERY_ACTION(health("gpu_recovery_action", "Recovery action", field(NvmlField.GET_GPU_RECOVERY_ACTION))
            .printedAs(NvidiaSmiFormat.RECOVERY_ACTION)
            .help("The driver's advice to recover the GPU from a bad state; None when it is in none.")),

    RESET_REQUIRED(health("reset_status.reset_required", "Reset status reset required", field(NvmlField.RESET_STATUS))
            .help("Whether the GPU must be reset; newer drivers report gpu_recovery_action instead.")),

    DRAIN_AND_RESET(
            state("reset_status.drain_and_reset_recommended", HEALTH, "Reset status drain and reset recommended")
                    .from(field(NvmlField.DRAIN_AND_RESET_STATUS))
                    .printedAs(YES_NO)
                    .help("Whether the GPU should be drained and reset; newer drivers report gpu_recovery_action"
                            + " instead.")),

    ENCODER_SESSIONS(gauge("encoder.stats.sessionCount", NONE, UTILIZATION, "Encoder sessions")
            .from(Calls.ENCODER_STATS.member("sessionCount"))
            .ranging(0, 1_000_000)
            .help("Video encoder sessions that are open.")),

    ENCODER_FPS(gauge("encoder.stats.averageFps", NONE, UTILIZATION, "Encoder frames per second")
            .from(Calls.ENCODER_STATS.member("averageFps"))
            .ranging(0, 1_000_000)
            .help("Frames per second that the open sessions encode, on average.")),

    ENCODER_LATENCY(gauge("encoder.stats.averageLatency", SECONDS, UTILIZATION, "Encoder latency")
            .from(Calls.ENCODER_STATS.member("averageLatency"))
            .dividedBy(1e6)
            .printedAs(NvidiaSmiFormat.BARE_MICROSECONDS)
            .ranging(0, 3_600)
            .help("Time that the open sessions take to encode a frame, on average.")),

    FBC_SESSIONS(gauge("fbc.stats.sessionCount", NONE, UTILIZATION, "Frame buffer capture sessions")
            .from(Calls.FBC_STATS.member("sessionsCount"))
            .cadence(SLOW)
            .notInNvidiaSmi()
            .ranging(0, 1_000_000)
            .help("Sessions that capture frames of the screen, for remote desktops and recordings.")),

    FBC_FPS(gauge("fbc.stats.averageFps", NONE, UTILIZATION, "Frames captured per second")
            .from(Calls.FBC_STATS.member("averageFPS"))
            .cadence(SLOW)
            .notInNvidiaSmi()
            .ranging(0, 1_000_000)
            .help("Frames of the screen per second that the open sessions capture, on average.")),

    FBC_LATENCY(gauge("fbc.stats.averageLatency", SECONDS, UTILIZATION, "Frame capture latency")
            .from(Calls.FBC_STATS.member("averageLatency"))
            .dividedBy(1e6)
            .cadence(SLOW)
            .notInNvidiaSmi()
            .printedAs(NvidiaSmiFormat.BARE_MICROSECONDS)
            .ranging(0, 3_600)
            .help("Time that the open sessions take to capture a frame, on average.")),

    PERSISTENCE_MODE(mode("persistence_mode", "Persistence mode", u32("nvmlDeviceGetPersistenceMode"))
            .help("Whether the driver stays loaded while no process uses the GPU; a first call takes seconds"
                    + " otherwise.")),

    COMPUTE_MODE(mode("compute_mode", "Compute mode", u32("nvmlDeviceGetComputeMode"))
            .printedAs(NvidiaSmiFormat.COMPUTE_MODE)
            .help("Whether one or several processes may use the GPU for computing at once, or none.")),

    ACCOUNTING_MODE(mode("accounting.mode", "Accounting mode", u32("nvmlDeviceGetAccountingMode"))
            .help("Whether the driver keeps figures of processes that have ended.")),

    ACCOUNTING_BUFFER(gauge("accounting.buffer_size", NONE, IDENTITY, "Accounting buffer")
            .from(u32("nvmlDeviceGetAccountingBufferSize"))
            .ranging(0, 1_000_000_000)
            .help("Maximum number of ended processes of which the driver keeps figures.")),

    ADDRESSING_MODE(mode("addressing_mode", "Addressing mode", Calls.ADDRESSING.member("value"))
            .printedAs(NvidiaSmiFormat.ADDRESSING_MODE)
            .needing("Linux and driver 575 or newer")
            .help("How the GPU accesses memory that the machine allocated: HMM (page tables mirrored by software), ATS"
                    + " (shared with the processor), or None.")),

    DRIVER_MODEL_CURRENT(mode("driver_model.current", "Driver model", Calls.DRIVER_MODEL.member("current"))
            .printedAs(NvidiaSmiFormat.DRIVER_MODEL)
            .needing("Windows")
            .help("How Windows drives the GPU: as a display (WDDM), or for computing (TCC, MCDM).")),

    DRIVER_MODEL_PENDING(mode("driver_model.pending", "Driver model after reboot", Calls.DRIVER_MODEL.member("pending"))
            .printedAs(NvidiaSmiFormat.DRIVER_MODEL)
            .needing("Windows")
            .help("How Windows will drive the GPU after the next reboot.")),

    OPERATION_MODE_CURRENT(mode("gom.current", "GPU operation mode", Calls.OPERATION_MODE.member("current"))
            .printedAs(NvidiaSmiFormat.OPERATION_MODE)
            .needing("a Tesla or Quadro board of the Kepler generation")
            .help("Features of the GPU that are switched off to save power.")),

    OPERATION_MODE_PENDING(
            mode("gom.pending", "GPU operation mode after reboot", Calls.OPERATION_MODE.member("pending"))
                    .printedAs(NvidiaSmiFormat.OPERATION_MODE)
                    .needing("a Tesla or Quadro board of the Kepler generation")
                    .help("Features of the GPU that will be switched off after the next reboot.")),

    GSP_MODE_CURRENT(mode("gsp.mode.current", "GSP firmware", Calls.GSP_MODE.member("isEnabled"))
            .needing("Turing or newer")
            .help("Whether the GPU's own processor (GSP) runs a part of the driver.")),

    GSP_MODE_DEFAULT(mode("gsp.mode.default", "GSP firmware, by default", Calls.GSP_MODE.member("defaultMode"))
            .needing("Turing or newer")
            .help("Whether the GPU's own processor would run a part of the driver unless set otherwise.")),

    GSP_FIRMWARE_VERSION(identity("gsp_firmware_version", "GSP firmware version", Calls.GSP_VERSION.member(""))
            .needing("Turing or newer")
            .notInNvidiaSmi()
            .help("Version of the firmware that the GPU's own processor (GSP) runs.")),

    VIRTUALIZATION_MODE(mode("virtualization_mode", "Virtualization mode", u32("nvmlDeviceGetVirtualizationMode"))
            .cadence(ONCE)
            .printedAs(NvidiaSmiFormat.VIRTUALIZATION_MODE)
            .notInNvidiaSmi()
            .help("Whether the GPU belongs to the machine, is passed through to a virtual machine, or is a vGPU.")),

    HOST_VGPU_MODE(mode("host_vgpu_mode", "vGPU mode of the host", u32("nvmlDeviceGetHostVgpuMode"))
            .cadence(ONCE)
            .printedAs(NvidiaSmiFormat.HOST_VGPU_MODE)
            .needing("a host of virtual GPUs")
            .notInNvidiaSmi()
            .help("How virtual GPUs are made of this one: by the driver, or by the hardware (SR-IOV).")),

    VGPU_LICENSE_FEATURES(gauge("vgpu.license.features", NONE, IDENTITY, "vGPU licensable features")
            .from(Calls.LICENSES.member("licensableFeaturesCount"))
            .notInNvidiaSmi()
            .ranging(0, 1_000)
            .help("Features of the GPU that NVIDIA's vGPU software has licenses for.")),

    VGPU_LICENSE_STATUS(mode(
                    "vgpu.license.status", "vGPU license", Calls.LICENSES.member(Calls.FEATURE + "featureState"))
            .basedOnMoreThan(0, VGPU_LICENSE_FEATURES)
            .printedAs(NvidiaSmiFormat.LICENSE_STATUS)
            .needing("NVIDIA's vGPU software")
            .notInNvidiaSmi()
            .help("Whether the first of these features is licensed; without a license the driver slows a virtual GPU"
                    + " down.")),

    VGPU_LICENSE_PRODUCT(identity(
                    "vgpu.license.product",
                    "vGPU licensed product",
                    Calls.LICENSES.member(Calls.FEATURE + "productName"))
            .cadence(SLOW)
            .basedOnMoreThan(0, VGPU_LICENSE_FEATURES)
            .needing("NVIDIA's vGPU software")
            .notInNvidiaSmi()
            .help("Product of NVIDIA's vGPU software that the license is for.")),

    POWER_SOURCE(state("power.source", IDENTITY, "Power source")
            .from(u32("nvmlDeviceGetPowerSource"))
            .printedAs(NvidiaSmiFormat.POWER_SOURCE)
            .notInNvidiaSmi()
            .needing("a board that reports it, and driver 535 or newer")
            .help("Source of the power: the mains, a battery, or a supply that is too weak for full clocks.")),

    C2C_MODE(mode("c2c.mode", "C2C mode", Calls.C2C.member("isC2cEnabled"))
            .needing("a data-center board since Hopper")
            .help("Whether the GPU is joined to a Grace processor by a chip-to-chip link.")),

    DISPLAY_MODE(mode("display_mode", "Display mode", u32("nvmlDeviceGetDisplayMode"))
            .help("Whether a monitor is attached to one of the board's connectors.")),

    DISPLAY_ATTACHED(mode("display_attached", "Display attached", u32("nvmlDeviceGetDisplayMode"))
            .printedAs(YES_NO)
            .help("Whether a monitor is attached to one of the board's connectors; the newer name of display_mode.")),

    DISPLAY_ACTIVE(mode("display_active", "Display active", u32("nvmlDeviceGetDisplayActive"))
            .help("Whether a display is initialised on the GPU; that takes memory even where no monitor is"
                    + " attached.")),

    FABRIC_STATE(state("fabric.state", NVLINK, "NVLink fabric")
            .from(Calls.FABRIC.member("state"))
            .lackingAt(0)
            .printedAs(NvidiaSmiFormat.FABRIC_STATE)
            .needing("a board behind NVSwitch")
            .help("Progress of the GPU in joining the NVLink fabric; CUDA does not start before it has joined.")),

    FABRIC_STATUS(state("fabric.status", NVLINK, "NVLink fabric, outcome")
            .from(Calls.FABRIC.member("status"))
            .basedOn(FABRIC_STATE, Calls.FABRIC_COMPLETED)
            .lackingAt(3)
            .printedAs(NvidiaSmiFormat.STATUS)
            .needing("a board behind NVSwitch")
            .help("Result of joining the NVLink fabric, once that is completed.")),

    FABRIC_CLIQUE(text("fabric.cliqueId", NVLINK, "NVLink fabric, clique")
            .from(Calls.FABRIC.member("cliqueId"))
            .basedOn(FABRIC_STATE)
            .printedAs(INTEGER)
            .needing("a board behind NVSwitch")
            .help("Clique in the NVLink fabric: GPUs of the same cluster and clique can access each other's memory.")),

    FABRIC_CLUSTER(text("fabric.clusterUuid", NVLINK, "NVLink fabric, cluster")
            .from(Calls.FABRIC.member("clusterUuid"))
            .basedOn(FABRIC_STATE)
            .needing("a board behind NVSwitch")
            .help("Cluster of machines whose GPUs share one NVLink fabric; zeros when it is this machine.")),

    FABRIC_BANDWIDTH(
            fabricHealth("bandwidth", 0, NvidiaSmiFormat.FABRIC_BANDWIDTH, "the GPU has its full bandwidth in it")),
    FABRIC_RECOVERY(
            fabricHealth("route_recovery_in_progress", 2, NvidiaSmiFormat.TRUE_FALSE, "a route is being repaired")),
    FABRIC_UNHEALTHY(fabricHealth("route_unhealthy", 4, NvidiaSmiFormat.TRUE_FALSE, "a route is broken")),
    FABRIC_TIMEOUT(fabricHealth(
            "access_timeout_recovery",
            6,
            NvidiaSmiFormat.TRUE_FALSE,
            "an access took too long and is being cleaned up")),
    FABRIC_PARTITION(
            fabricHealth("partition_assigned", 12, NvidiaSmiFormat.TRUE_FALSE, "the GPU belongs to a partition")),

    FABRIC_SUMMARY(state("fabric.health.summary", NVLINK, "NVLink fabric, health")
            .from(Calls.FABRIC_V3.member("healthSummary"))
            .basedOn(FABRIC_STATE)
            .lackingAt(0)
            .printedAs(NvidiaSmiFormat.FABRIC_HEALTH)
            .needing("a board behind NVSwitch and driver 570 or newer")
            .help("Health of the NVLink fabric as a whole.")),

    FABRIC_CONFIGURATION(state("fabric.health.incorrect_configuration", NVLINK, "NVLink fabric, configuration")
            .from(bits(Calls.FABRIC.member("healthMask"), 8, 4))
            .basedOn(FABRIC_STATE)
            .lackingAt(0)
            .printedAs(NvidiaSmiFormat.FABRIC_CONFIGURATION)
            .needing("a board behind NVSwitch")
            .help("Fault in the configuration of the NVLink fabric; None without one.")),

    MIG_MODE_CURRENT(mode("mig.mode.current", "MIG mode", Calls.MIG_MODE.member("currentMode"))
            .needing("a data-center board since Ampere")
            .help("Whether the GPU is split into instances.")),

    MIG_MODE_PENDING(mode("mig.mode.pending", "MIG mode after reset", Calls.MIG_MODE.member("pendingMode"))
            .needing("a data-center board since Ampere")
            .help("Whether the GPU will be split into instances after the next reset.")),

    NAME(text("name", IDENTITY, "Name").from(word("nvmlDeviceGetName", 96)).help("Product name of the GPU.")),

    BRAND(state("brand", IDENTITY, "Brand")
            .cadence(ONCE)
            .from(u32("nvmlDeviceGetBrand"))
            .unknownAt(0)
            .printedAs(NvidiaSmiFormat.BRAND)
            .notInNvidiaSmi()
            .help("Brand under which the board is sold.")),

    UUID(identity("uuid", "UUID", word("nvmlDeviceGetUUID", 96))
            .help("Identity of the GPU, the same over reboots and in every tool.")),

    SERIAL(identity("serial", "Serial", word("nvmlDeviceGetSerial", 30))
            .needing("a data-center or professional board")
            .help("Serial number printed on the board.")),

    BOARD_PART_NUMBER(identity("board_part_number", "Board part number", word("nvmlDeviceGetBoardPartNumber", 80))
            .notInNvidiaSmi()
            .help("Part number of the board.")),

    MULTI_GPU_BOARD(mode("multigpu_board", "Several GPUs on the board", u32("nvmlDeviceGetMultiGpuBoard"))
            .cadence(ONCE)
            .printedAs(YES_NO)
            .notInNvidiaSmi()
            .help("Whether the board carries more than one GPU.")),

    BOARD_ID(identity("board_id", "Board id", u32("nvmlDeviceGetBoardId"))
            .printedAs(NvidiaSmiFormat.LOWER_HEX)
            .notInNvidiaSmi()
            .help("Identity of the board: the same for all its GPUs, while the machine runs.")),

    TIME_RUN(counter("bbx.time_run", SECONDS, IDENTITY, "Time run")
            .from(Calls.BLACK_BOX.member("timeRun"))
            .printedAs(NvidiaSmiFormat.WHOLE_SECONDS)
            .needing("a data-center board and driver 610 or newer")
            .help("Time that the GPU has run in its life, as its InfoROM records it.")),

    INFOROM_IMAGE(identity("inforom.img", "InfoROM image", word("nvmlDeviceGetInforomImageVersion", 16))
            .help("Version of the InfoROM image.")),

    INFOROM_OEM(
            identity("inforom.oem", "InfoROM OEM object", word("nvmlDeviceGetInforomVersion", 16, InforomObject.OEM))
                    .help("Version of the InfoROM's OEM object.")),

    INFOROM_ECC(
            identity("inforom.ecc", "InfoROM ECC object", word("nvmlDeviceGetInforomVersion", 16, InforomObject.ECC))
                    .help("Version of the InfoROM's ECC object.")),

    INFOROM_PWR(identity(
                    "inforom.pwr", "InfoROM power object", word("nvmlDeviceGetInforomVersion", 16, InforomObject.POWER))
            .help("Version of the InfoROM's power management object.")),

    NUMA_NODE(identity("numa_node", "NUMA node", u32("nvmlDeviceGetNumaNodeId"))
            .unknownAt(0xffff_ffffL)
            .printedAs(INTEGER)
            .notInNvidiaSmi()
            .help("NUMA node that the GPU's memory belongs to, where it belongs to one.")),

    PCI_BUS_ID(identity("pci.bus_id", "PCI bus id", Calls.PCI.member("busId"))
            .help("Address of the GPU on the PCI bus: domain:bus:device.function.")),

    PCI_DOMAIN(pciNumber("domain", "domain", NvidiaSmiFormat.HEX4, "PCI domain of the GPU")),
    PCI_BUS(pciNumber("bus", "bus", NvidiaSmiFormat.HEX2, "Bus of the GPU in its PCI domain")),
    PCI_DEVICE(pciNumber("device", "device", NvidiaSmiFormat.HEX2, "Number of the GPU on its PCI bus")),
    PCI_DEVICE_ID(
            pciNumber("device_id", "pciDeviceId", NvidiaSmiFormat.HEX8, "PCI ids of the GPU: device, then vendor")),
    PCI_SUB_DEVICE_ID(pciNumber(
            "sub_device_id",
            "pciSubSystemId",
            NvidiaSmiFormat.HEX8,
            "PCI ids of the board: subsystem, then its vendor")),
    PCI_BASE_CLASS(pciClass("baseClass", "PCI base class of the GPU: 0x3 is a display controller")),
    PCI_SUB_CLASS(pciClass("subClass", "PCI subclass of the GPU: 0x0 can drive a display, 0x2 only computes")),

    PLATFORM_CHASSIS(identity(
                    "platform.chassis_serial_number",
                    "Serial number of the chassis",
                    Calls.PLATFORM.member("chassisSerialNumber"))
            .needing("a rack whose trays share NVLink")
            .help("Serial number of the rack's chassis.")),

    PLATFORM_SLOT(platform("slot_number", "slotNumber", INTEGER, "Slot of the chassis that the tray sits in")),
    PLATFORM_TRAY(platform("tray_index", "trayIndex", INTEGER, "Number of the tray among those of its kind")),
    PLATFORM_HOST(platform("host_id", "hostId", INTEGER, "Number of the machine in its tray")),
    PLATFORM_PEER(platform("peer_type", "peerType", NvidiaSmiFormat.PEER_TYPE, "Connection of the GPU to its peers")),
    PLATFORM_MODULE(platform("module_id", "moduleId", INTEGER, "Number of the GPU's module in its tray")),

    PLATFORM_FABRIC_GUID(identity("platform.gpu_fabric_guid", "NVLink fabric GUID", Calls.PLATFORM.member("ibGuid"))
            .needing("a board in an NVLink fabric, since Blackwell")
            .help("GUID of the GPU in the NVLink fabric.")),

    HOSTNAME(identity("hostname", "Host name of the GPU", Calls.HOSTNAME.member("value"))
            .cadence(SLOW)
            .needing("a GPU that was given a host name")
            .help("Host name that an administrator gave the GPU.")),

    DRAM_ENCRYPTION_CURRENT(dramEncryption("current", "DRAM encryption", "Whether the GPU's memory is encrypted.")),
    DRAM_ENCRYPTION_PENDING(dramEncryption(
            "pending", "DRAM encryption after reboot", "Whether the GPU's memory will be encrypted after a reboot.")),

    MINOR_NUMBER(identity("minor_number", "Minor number", u32("nvmlDeviceGetMinorNumber"))
            .printedAs(INTEGER)
            .notInNvidiaSmi()
            .help("N of the device node /dev/nvidiaN.")),

    VBIOS_VERSION(identity("vbios_version", "VBIOS version", word("nvmlDeviceGetVbiosVersion", 32))
            .help("Version of the video BIOS.")),

    GPU_ARCHITECTURE(state("architecture", IDENTITY, "Architecture")
            .cadence(ONCE)
            .from(u32("nvmlDeviceGetArchitecture"))
            .unknownAt(0xffff_ffffL)
            .printedAs(ARCHITECTURE)
            .notInNvidiaSmi()
            .help("Architecture of the GPU, by NVML's number and name.")),

    COMPUTE_CAP(identity(
                    "compute_cap",
                    "Compute capability",
                    joined(".", Calls.COMPUTE_CAPABILITY.member("major"), Calls.COMPUTE_CAPABILITY.member("minor")))
            .printedAs(INTEGER)
            .ranging(0, 99)
            .help("CUDA compute capability.")),

    CUDA_CORES(gauge("cuda_cores", NONE, IDENTITY, "CUDA cores")
            .cadence(ONCE)
            .from(u32("nvmlDeviceGetNumGpuCores"))
            .notInNvidiaSmi()
            .ranging(0, 10_000_000)
            .help("CUDA cores of all multiprocessors together.")),

    PROCESSES_RUNNING(gauge("processes.running", NONE, MEMORY, "Processes on the GPU")
            .from(countOf(Calls.PROCESSES))
            .notInNvidiaSmi()
            .ranging(0, 65_536)
            .help("Processes that compute or draw on the GPU: each that is in the driver's list of compute processes,"
                    + " of graphics processes, or of processes of the Multi-Process Service"
                    + " (nvmlDeviceGetComputeRunningProcesses, nvmlDeviceGetGraphicsRunningProcesses,"
                    + " nvmlDeviceGetMPSComputeRunningProcesses).")),

    MIG_MEMORY_TOTAL(ofInstance("memory.total", "Memory of the MIG instance", Calls.MEMORY_V2.member("total"))
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .cadence(SLOW)
            .or(Calls.MEMORY.member("total"))
            .help("Device memory of the GPU instance; compute instances in one GPU instance share it.")),

    MIG_MEMORY_RESERVED(
            ofInstance("memory.reserved", "Memory reserved in the MIG instance", Calls.MEMORY_V2.member("reserved"))
                    .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
                    .cadence(SLOW)
                    .within(PhysicalRange.partOf(() -> MIG_MEMORY_TOTAL))
                    .help("Device memory of the GPU instance that the driver and the firmware reserve.")),

    MIG_MEMORY_USED(ofInstance("memory.used", "Memory used in the MIG instance", Calls.MEMORY_V2.member("used"))
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .or(Calls.MEMORY.member("used"))
            .within(PhysicalRange.partOf(() -> MIG_MEMORY_TOTAL))
            .help("Device memory of the GPU instance that is allocated.")),

    MIG_MEMORY_FREE(ofInstance("memory.free", "Memory free in the MIG instance", Calls.MEMORY_V2.member("free"))
            .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
            .or(Calls.MEMORY.member("free"))
            .within(PhysicalRange.partOf(() -> MIG_MEMORY_TOTAL))
            .help("Device memory of the GPU instance that can still be allocated.")),

    MIG_BAR1_TOTAL(ofInstance("bar1.total", "BAR1 of the MIG instance", Calls.BAR1.member("bar1Total"))
            .cadence(SLOW)
            .help("Size of the window through which the memory of the GPU instance can be accessed from outside.")),

    MIG_BAR1_USED(ofInstance("bar1.used", "BAR1 used in the MIG instance", Calls.BAR1.member("bar1Used"))
            .cadence(SLOW)
            .within(PhysicalRange.partOf(() -> MIG_BAR1_TOTAL))
            .help("The part of that window that is mapped.")),

    MIG_SLICES(ofInstance(
            "slices",
            "GPU instance slices",
            "gpuInstanceSliceCount",
            "Slices of the GPU's compute units in" + " the GPU instance, of seven on most boards.")),
    MIG_COMPUTE_SLICES(ofInstance(
            "compute.slices",
            "Compute instance slices",
            "computeInstanceSliceCount",
            "Slices of the GPU's compute units in the compute instance.")),
    MIG_MULTIPROCESSORS(
            ofInstance("multiprocessors", "Multiprocessors", "multiprocessorCount", "SMs of the compute instance.")),
    MIG_COPY_ENGINES(
            ofInstance("engines.copy", "Copy engines", "sharedCopyEngineCount", "Copy engines of the GPU instance.")),
    MIG_DECODERS(
            ofInstance("engines.decoder", "Decoders", "sharedDecoderCount", "Video decoders of the GPU instance.")),
    MIG_ENCODERS(
            ofInstance("engines.encoder", "Encoders", "sharedEncoderCount", "Video encoders of the GPU instance.")),
    MIG_JPEG_ENGINES(
            ofInstance("engines.jpeg", "JPEG engines", "sharedJpegCount", "JPEG decoders of the GPU instance.")),
    MIG_OFA_ENGINES(ofInstance(
            "engines.ofa", "Optical flow engines", "sharedOfaCount", "Optical flow units of the GPU instance.")),

    MIG_ECC_UNCORRECTED(counter(
                    "mig.ecc.errors.uncorrected.volatile.total",
                    NONE,
                    HEALTH,
                    "Uncorrected ECC errors of the MIG instance")
            .of(MIG)
            .from(u64("nvmlDeviceGetTotalEccErrors", UNCORRECTED.number(), VOLATILE.number()))
            .countingFaults()
            .needing("memory with ECC")
            .help("Memory errors in the GPU instance that could not be corrected, since the driver was loaded; those"
                    + " of DRAM are counted for the whole GPU.")),

    MIG_ACTIVITY_GRAPHICS(ofInstance(
            "graphics",
            NvmlGpmMetric.GRAPHICS_UTIL,
            "Compute and graphics activity of the MIG instance",
            "Time that the compute or graphics engine had work; a busy instance may stay below 100 %")),
    MIG_ACTIVITY_SM(ofInstance(
            "sm",
            NvmlGpmMetric.SM_UTIL,
            "SM activity of the MIG instance",
            "Time that the SMs had work, mean over all of them")),
    MIG_ACTIVITY_OCCUPANCY(ofInstance(
            "occupancy",
            NvmlGpmMetric.SM_OCCUPANCY,
            "SM occupancy of the MIG instance",
            "Warps resident on the SMs, of the maximum")),
    MIG_ACTIVITY_TENSOR(ofInstance(
            "tensor",
            NvmlGpmMetric.ANY_TENSOR_UTIL,
            "Tensor core activity of the MIG instance",
            "Time that the tensor cores computed")),
    MIG_ACTIVITY_DRAM(ofInstance(
            "dram",
            NvmlGpmMetric.DRAM_BW_UTIL,
            "Memory bandwidth activity of the MIG instance",
            "Device memory read and written, of its peak")),

    MIG_PROCESSES(gauge("mig.processes.running", NONE, MEMORY, "Processes in the MIG instance")
            .of(MIG)
            .printedAs(INTEGER)
            .from(countOf(Calls.PROCESSES))
            .ranging(0, 65_536)
            .help("Processes that use the instance.")),

    PROCESS_MEMORY(memory("process.memory.used", "Memory of the process", listed(Calls.PROCESSES, "usedGpuMemory"))
            .unknownAt(-1)
            .within(PhysicalRange.partOf(() -> MEMORY_TOTAL))
            .help("Device memory that the process has allocated.")),

    PROCESS_SM(ofProcess(
            "sm",
            "SM utilization",
            "smUtil",
            "Share of the time since the last round in which a kernel of the process ran.")),

    PROCESS_MEMORY_UTILIZATION(ofProcess(
            "memory",
            "Memory controller utilization",
            "memUtil",
            "Share of the time since the last round in which the process read or wrote device memory.")),

    PROCESS_ENCODER(ofProcess(
            "encoder",
            "Encoder utilization",
            "encUtil",
            "Share of the video encoders' time since the last round that the process used.")),

    PROCESS_DECODER(ofProcess(
            "decoder",
            "Decoder utilization",
            "decUtil",
            "Share of the video decoders' time since the last round that the process used.")),

    PROCESS_USER(text("user", MACHINE, "User of the process")
            .of(PROCESS)
            .from(proc("PID", "owner"))
            .helpedBy(Reason.NO_PERMISSION, Remedies.MACHINE_PIDS)
            .helpedBy(
                    Reason.TIMED_OUT,
                    "The directory of users, or the kernel's files of a process, do not answer; gpulse waits for them.")
            .help("User who started the process.")),

    PROCESS_PROGRAM(text("program", MACHINE, "Program of the process")
            .of(PROCESS)
            .from(proc("PID/cmdline", "program"))
            .helpedBy(Reason.NO_PERMISSION, Remedies.MACHINE_PIDS)
            .helpedBy(Reason.HIDDEN, "gpulse.processes.program=false hides the programs of processes.")
            .help("Name of the process's program: the script, module or archive that an interpreter or a launcher runs"
                    + " (Python, bash, node, java, torchrun …), as train.py, else the executable.")),

    PROCESS_WORKLOAD(text("workload", MACHINE, "Workload of the process")
            .of(PROCESS)
            .from(proc("PID/cgroup", "job, pod, container or service"))
            .helpedBy(Reason.NO_PERMISSION, Remedies.MACHINE_PIDS)
            .helpedBy(Reason.NO_DATA, "The process runs in no job, container or service that the kernel's files name.")
            .help("Workload of the process: the job of a scheduler (Slurm, PBS, LSF, HTCondor), else the pod, the"
                    + " container, the Jupyter kernel, the Ray actor or the service, by the names of its control groups"
                    + " or its arguments.")),

    PROCESS_COMMAND(text("command", MACHINE, "Command line of the process")
            .of(PROCESS)
            .from(proc("PID/cmdline", "all"))
            .help("Command line of the process; hidden unless configured, since it can contain secrets.")),

    PROCESS_HOST_CPU(onHost("cpu", "Host CPU of the process", PERCENT, "utime + stime")
            .over(Probe.ROUND)
            .help("Time that the threads of the process ran on the host since the last round, in percent of one core:"
                    + " 250 is two cores and a half.")),

    PROCESS_HOST_MEMORY(onHost("memory", "Host memory of the process", BYTES, "rss")
            .help("Memory of the host that the process holds (its resident set); shared memory is counted for each"
                    + " process.")),

    PROCESS_ELAPSED(machine("process.elapsed", SECONDS, "Run time of the process", proc("PID/stat", "starttime"))
            .helpedBy(Reason.NO_PERMISSION, Remedies.MACHINE_PIDS)
            .help("Whole seconds since the process was started.")),

    HOST_CPU_UTILIZATION(machine("host.cpu.utilization", PERCENT, "CPU utilization", proc("stat", "cpu"))
            .help("Share of all processors' time since the last round that was neither idle nor waiting for disks.")),

    HOST_LOAD_1M(load("1m", "1 min", "minute")),
    HOST_LOAD_5M(load("5m", "5 min", "5 minutes")),
    HOST_LOAD_15M(load("15m", "15 min", "15 minutes")),

    HOST_MEMORY_TOTAL(machine("host.memory.total", BYTES, "Host memory installed", proc("meminfo", "MemTotal"))
            .help("Memory of the machine that the kernel can use.")),

    HOST_MEMORY_USED(machine("host.memory.used", BYTES, "Host memory used", proc("meminfo", "MemTotal - MemAvailable"))
            .help("Memory of the machine that is not available to a new program without swapping.")),

    HOST_MEMORY_AVAILABLE(machine(
                    "host.memory.available", BYTES, "Host memory available", proc("meminfo", "MemAvailable"))
            .help("Memory of the machine that is available to a new program without swapping, including caches that"
                    + " can be dropped.")),

    HOST_CPU_USER(machine("host.cpu.user", PERCENT, "CPU user", proc("stat", "cpu user"))
            .help("Share of all processors' time since the last round spent in programs, niced ones and virtual"
                    + " machines included.")),

    HOST_CPU_SYSTEM(machine("host.cpu.system", PERCENT, "CPU system", proc("stat", "cpu system"))
            .help("Share of all processors' time since the last round spent in the kernel, interrupts included.")),

    HOST_CPU_IOWAIT(machine("host.cpu.iowait", PERCENT, "CPU waiting for disks", proc("stat", "cpu iowait"))
            .help("Share of all processors' time since the last round in which they were idle while a process"
                    + " waited for a disk.")),

    HOST_CPU_STEAL(machine("host.cpu.steal", PERCENT, "CPU stolen", proc("stat", "cpu steal"))
            .help("Share of all processors' time since the last round that a hypervisor gave to other machines.")),

    HOST_MEMORY_BUFFERS(machine("host.memory.buffers", BYTES, "Host memory for buffers", proc("meminfo", "Buffers"))
            .help("Memory of the machine that holds raw blocks of disks.")),

    HOST_MEMORY_CACHED(machine("host.memory.cached", BYTES, "Host memory for caches", proc("meminfo", "Cached"))
            .help("Memory of the machine that holds content of files, shared memory included.")),

    HOST_SWAP_USED(machine("host.swap.used", BYTES, "Swap used", proc("meminfo", "SwapTotal - SwapFree"))
            .help("Memory that was moved to swap; 0 where there is no swap.")),

    HOST_SWAP_IN(machine("host.swap.in", BYTES_PER_SECOND, "Swapped in", proc("vmstat", "pswpin"))
            .help("Bytes per second that came back from swap since the last round.")),

    HOST_SWAP_OUT(machine("host.swap.out", BYTES_PER_SECOND, "Swapped out", proc("vmstat", "pswpout"))
            .help("Bytes per second that went to swap since the last round.")),

    HOST_PROCESSES_RUNNABLE(machine("host.processes.runnable", NONE, "Runnable threads", proc("stat", "procs_running"))
            .help("Threads that run or could run at this moment, including the one of gpulse that reads this.")),

    HOST_PROCESSES_BLOCKED(machine("host.processes.blocked", NONE, "Blocked threads", proc("stat", "procs_blocked"))
            .help("Threads that wait for a disk at this moment.")),

    HOST_INTERRUPTS(machine("host.interrupts", PER_SECOND, "Interrupts", proc("stat", "intr"))
            .help("Interrupts per second that all processors served since the last round.")),

    HOST_CONTEXT_SWITCHES(machine("host.context_switches", PER_SECOND, "Context switches", proc("stat", "ctxt"))
            .help("Switches per second of all processors from one thread to another since the last round.")),

    HOST_DISK_READ(machine("host.disk.read", BYTES_PER_SECOND, "Disk read", proc("diskstats", "read"))
            .help("Bytes per second read from all physical disks since the last round; partitions, RAID,"
                    + " encrypted and network volumes are left out.")),

    HOST_DISK_WRITE(machine("host.disk.write", BYTES_PER_SECOND, "Disk write", proc("diskstats", "written"))
            .help("Bytes per second written to all physical disks since the last round; partitions, RAID,"
                    + " encrypted and network volumes are left out.")),

    HOST_NETWORK_RECEIVE(
            machine("host.network.receive", BYTES_PER_SECOND, "Network receive", proc("net/dev", "receive"))
                    .help("Bytes per second that the network interfaces received since the last round; loopback,"
                            + " bridges, bonds, VLANs, tunnels and the host's ends of containers are left out, and"
                            + " so is RDMA traffic, which bypasses the kernel.")),

    HOST_NETWORK_TRANSMIT(
            machine("host.network.transmit", BYTES_PER_SECOND, "Network transmit", proc("net/dev", "transmit"))
                    .help("Bytes per second that the network interfaces sent since the last round; loopback, bridges,"
                            + " bonds, VLANs, tunnels and the host's ends of containers are left out, and so is RDMA"
                            + " traffic, which bypasses the kernel.")),

    HOST_PROCESSES_VISIBLE(machine("host.processes.visible", NONE, "Processes on the machine", proc("PID", "count"))
            .cadence(SLOW)
            .help("Processes that gpulse can see: in a container those of the container, unless the machine's /proc"
                    + " is mounted.")),

    HOST_GPUS_ON_BUS(machine("host.gpus.on_bus", NONE, "NVIDIA GPUs on the PCI bus", proc("bus/pci/devices", "gpus"))
            .helpedBy(
                    Reason.NO_PERMISSION,
                    "Run gpulse outside of containers and jobs, or give it the machine's /proc and all of its GPUs.")
            .help("NVIDIA GPUs that the kernel finds on the PCI bus and that no other driver, such as that for"
                    + " virtual machines, has taken; more than the driver reports when it could not start"
                    + " one.")),

    CORE_UTILIZATION(machine("core.utilization", PERCENT, "Core utilization", proc("stat", "cpuN"))
            .help("Share of the logical processor's time since the last round that was neither idle nor waiting for"
                    + " disks.")),

    CORE_USER(machine("core.user", PERCENT, "Core user", proc("stat", "cpuN user"))
            .help("Share of the logical processor's time since the last round spent in programs, niced ones and"
                    + " virtual machines included.")),

    CORE_SYSTEM(machine("core.system", PERCENT, "Core system", proc("stat", "cpuN system"))
            .help("Share of the logical processor's time since the last round spent in the kernel, interrupts"
                    + " included.")),

    CORE_IOWAIT(machine("core.iowait", PERCENT, "Core waiting for disks", proc("stat", "cpuN iowait"))
            .help("Share of the logical processor's time since the last round in which it was idle while a process"
                    + " that last ran on it waited for a disk.")),

    CORE_STEAL(machine("core.steal", PERCENT, "Core stolen", proc("stat", "cpuN steal"))
            .help("Share of the logical processor's time since the last round that a hypervisor gave to other"
                    + " machines.")),

    DISK_READ(machine("disk.read", BYTES_PER_SECOND, "Read from the disk", proc("diskstats", "read"))
            .help("Bytes per second read from the physical disk since the last round.")),

    DISK_WRITE(machine("disk.write", BYTES_PER_SECOND, "Written to the disk", proc("diskstats", "written"))
            .help("Bytes per second written to the physical disk since the last round.")),

    DISK_UTILIZATION(machine("disk.utilization", PERCENT, "Disk utilization", proc("diskstats", "busy"))
            .help("Share of the time since the last round in which the disk had a request to serve; one that serves"
                    + " many at once, as NVMe does, can do more at 100 %.")),

    NETWORK_RECEIVE(machine(
                    "network.receive", BYTES_PER_SECOND, "Received by the interface", proc("net/dev", "receive"))
            .help("Bytes per second that the network interface received since the last round, without RDMA traffic,"
                    + " which bypasses the kernel.")),

    NETWORK_TRANSMIT(machine("network.transmit", BYTES_PER_SECOND, "Sent by the interface", proc("net/dev", "transmit"))
            .help("Bytes per second that the network interface sent since the last round, without RDMA traffic, which"
                    + " bypasses the kernel.")),

    NETWORK_ERRORS(counter("network.errors", NONE, MACHINE, "Errors of the interface")
            .from(proc("net/dev", "errs"))
            .help("Packets that were not received or not sent because of an error, since the interface was set up.")),

    NETWORK_DROPS(counter("network.drops", NONE, MACHINE, "Drops of the interface")
            .from(proc("net/dev", "drop"))
            .help("Valid packets, received or to send, that were dropped since the interface was set up.")),

    HOST_PROCESS_CPU(machine(
                    "host.process.cpu", PERCENT, "CPU of the machine's process", proc("PID/stat", "utime + stime"))
            .help("Time that the threads of the process ran since the processes were last sampled, 10 s before, in"
                    + " percent of one core: 250 is two cores and a half.")),

    HOST_PROCESS_MEMORY(machine(
                    "host.process.memory", BYTES, "Memory of the machine's process", proc("PID/stat", "rss"))
            .help("Memory of the machine that the process holds (its resident set); shared memory is counted for"
                    + " each process.")),

    HOST_PROCESS_STATE(text("host.process.state", MACHINE, "State of the machine's process")
            .from(proc("PID/stat", "state"))
            .help("What the process's first thread did at that moment: running, sleeping, disk sleep (cannot be"
                    + " interrupted), stopped, zombie.")),

    HOST_PROCESS_USER(text("host.process.user", MACHINE, "User of the machine's process")
            .from(proc("PID/status", "Uid"))
            .help("Whose rights the process has: the name that this system knows, or the number where it knows"
                    + " none."));

    private static final Map<String, Metric> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Metric::key, Function.identity()));

    private static final Map<Scope, List<Metric>> BY_SCOPE =
            Arrays.stream(values()).collect(Collectors.groupingBy((metric) -> metric.spec.scope()));

    private final MetricSpec spec;

    Metric(MetricSpec spec) {
        this.spec = spec;
    }

    /** Returns the metrics of a scope, in catalogue order. */
    public static List<Metric> of(Scope scope) {
        return BY_SCOPE.getOrDefault(scope, List.of());
    }

    /** Returns the metric of a key. */
    public static Optional<Metric> named(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    public MetricSpec spec() {
        return this.spec;
    }

    public String key() {
        return this.spec.key();
    }

    private static MetricBuilder utilization(String key, String title, Probe source) {
        return gauge(key, PERCENT, UTILIZATION, title).from(source);
    }

    private static MetricBuilder memory(String key, String title, Probe source) {
        return gauge(key, BYTES, MEMORY, title).from(source);
    }

    private static MetricBuilder temperature(String key, String title, Probe source) {
        return gauge(key, CELSIUS, RESOURCES, title).from(source);
    }

    /** Begins a row of power, which the driver reports in mW. */
    private static MetricBuilder power(String key, String title, Probe source) {
        return gauge(key, WATTS, RESOURCES, title).from(source).dividedBy(1000);
    }

    private static MetricBuilder powerLimit(String key, String title, Probe source) {
        return power(key, title, source).cadence(SLOW).ranging(0, PhysicalRange.MOST_WATTS);
    }

    private static MetricBuilder clock(String key, String title, Probe source) {
        return gauge(key, MEGAHERTZ, RESOURCES, title).from(source);
    }

    private static MetricBuilder currentClock(String key, String title, Clock domain) {
        return clock(key, title, u32("nvmlDeviceGetClockInfo", domain));
    }

    private static MetricBuilder highestClock(String key, String title, Clock domain) {
        return clock(key, title, u32("nvmlDeviceGetMaxClockInfo", domain)).cadence(SLOW);
    }

    private static MetricBuilder pcieLink(String key, String title, Probe source) {
        return gauge(key, NONE, PCIE, title).from(source);
    }

    /** Begins a row of health, a yes or no by default. */
    private static MetricBuilder health(String key, String title, Probe source) {
        return state(key, HEALTH, title).from(source).printedAs(YES_NO);
    }

    /** Begins a row of a mode, which is enabled or disabled by default. */
    private static MetricBuilder mode(String key, String title, Probe source) {
        return state(key, IDENTITY, title).from(source).printedAs(ENABLED_DISABLED);
    }

    private static MetricBuilder identity(String key, String title, Probe source) {
        return text(key, IDENTITY, title).from(source);
    }

    /** Begins a row that the operating system reports. */
    private static MetricBuilder machine(String key, Unit unit, String title, Probe source) {
        return gauge(key, unit, MACHINE, title).from(source);
    }

    private static MetricSpec load(String figure, String window, String time) {
        return machine("host.load." + figure, NONE, "Load, " + window, proc("loadavg", figure))
                .over(window)
                .printedAs(NvidiaSmiFormat.DECIMAL)
                .help("Threads that ran or waited to run or for disks, mean of the last " + time + ".");
    }

    private static MetricSpec activity(String what, NvmlGpmMetric figure, String title, String share) {
        return gauge("activity." + what, PERCENT, UTILIZATION, title)
                .notInNvidiaSmi()
                .from(gpm(figure))
                .needing("Hopper or newer, and access to performance counters")
                .help(share + ", as a share; since the last round, or in the last 0.2 s where rounds are closer.");
    }

    private static MetricBuilder ofInstance(String figure, String title, Probe source) {
        return memory("mig." + figure, title, source).of(MIG);
    }

    private static MetricSpec ofInstance(String what, String title, String member, String meaning) {
        return gauge("mig." + what, NONE, IDENTITY, title)
                .of(MIG)
                .printedAs(INTEGER)
                .ranging(0, Most.MULTIPROCESSORS)
                .cadence(ONCE)
                .from(Calls.MIG_ATTRIBUTES.member(member))
                .help(meaning);
    }

    private static MetricSpec ofInstance(String what, NvmlGpmMetric figure, String title, String share) {
        return gauge("mig.activity." + what, PERCENT, UTILIZATION, title)
                .of(MIG)
                .from(gpm(figure))
                .needing("Hopper or newer, and access to performance counters")
                .help(share + ", as a share; measured for the GPU instance, whose compute instances have the same"
                        + " value; since the last round, or in the last 0.2 s where rounds are closer.");
    }

    private static MetricSpec tensorActivity(String kind, NvmlGpmMetric figure, String numbers) {
        return activity(
                "tensor." + kind,
                figure,
                "Tensor core activity, " + kind.toUpperCase(Locale.ROOT),
                "Time that the tensor cores computed with " + numbers);
    }

    private static MetricSpec pcieErrors(String kind, NvmlField field, String title, String what) {
        return counter("pcie.errors." + kind, NONE, PCIE, "PCIe " + title)
                .from(field(field))
                .notInNvidiaSmi()
                .needing(Texts.COUNTING_BOARD)
                .ranging(0, Most.FAULTS)
                .help("Counted of the PCIe link since the driver was loaded: " + what + ".");
    }

    private static MetricSpec c2cErrors(String kind, NvmlField field, String title, String what) {
        return counter("c2c.errors." + kind, NONE, NVLINK, "C2C " + title)
                .from(overC2c(field, Summary.SUM))
                .basedOnMoreThan(0, C2C_LINKS)
                .notInNvidiaSmi()
                .needing(Texts.C2C)
                .ranging(0, Most.FAULTS)
                .help("Counted of all chip-to-chip links: " + what + ".");
    }

    private static MetricSpec c2c(String part, Way way, NvmlGpmMetric figure, String what) {
        return gauge(
                        "c2c." + part + way.direction,
                        BYTES_PER_SECOND,
                        NVLINK,
                        "C2C " + (part.isEmpty() ? "" : "payload ") + way.moved)
                .notInNvidiaSmi()
                .cadence(FAST)
                .from(gpm(figure))
                .times(1 << 20)
                .basedOnMoreThan(0, C2C_LINKS)
                .needing(Texts.C2C)
                .help(what + " per second that the GPU " + way.moved + " over all its chip-to-chip links since the last"
                        + " round.");
    }

    private static MetricBuilder threshold(String key, TemperatureThreshold threshold, String title) {
        return temperature(key, title, u32("nvmlDeviceGetTemperatureThreshold", threshold))
                .cadence(SLOW)
                .notInNvidiaSmi();
    }

    private static MetricSpec threshold(String what, TemperatureThreshold threshold, String title, String help) {
        return threshold("temperature.threshold." + what, threshold, title).help(help);
    }

    private static MetricSpec marginAt(String threshold, NvmlField field, String what) {
        return temperature(
                        "temperature.threshold." + threshold + ".tlimit",
                        "Margin at the " + threshold.replace('_', ' ') + " temperature",
                        field(field))
                .notInNvidiaSmi()
                .cadence(SLOW)
                .needing("Ada, Hopper or newer")
                .help("At this margin (temperature.gpu.tlimit) " + what + "; newer GPUs report it in place of a"
                        + " temperature.");
    }

    private static MetricSpec ofProcess(String what, String title, String member, String help) {
        return utilization(
                        "process.utilization." + what,
                        title + " of the process",
                        listed(Calls.PROCESS_UTILIZATION, member))
                .over(Probe.ROUND)
                .help(help);
    }

    private static MetricBuilder onHost(String what, String title, Unit unit, String figure) {
        return gauge("process.host." + what, unit, MACHINE, title)
                .from(proc("PID/stat", figure))
                .helpedBy(Reason.NO_PERMISSION, Remedies.MACHINE_PIDS);
    }

    private static MetricBuilder reason(String reason, int bit) {
        return state("clocks_event_reasons." + reason, RESOURCES, "Clocks: " + reason.replace('_', ' '))
                .from(bits(u64("nvmlDeviceGetCurrentClocksEventReasons"), bit, 1))
                .printedAs(NvidiaSmiFormat.ACTIVE);
    }

    private static MetricSpec eventReason(String reason, int bit, String why) {
        return reason(reason, bit)
                .or(bits(u64("nvmlDeviceGetCurrentClocksThrottleReasons"), bit, 1))
                .help("Whether the clocks are not higher because " + why + ".");
    }

    /** Creates a reason that drivers before 615 do not report: their bit is 0, as if the reason did not apply. */
    private static MetricSpec newReason(String reason, int bit, String why) {
        return reason(reason, bit)
                .notInNvidiaSmi()
                .help("Whether the clocks are not higher because " + why + "; drivers report it from 615 on.");
    }

    private static MetricSpec base(String what, NvmlField field, String which) {
        return powerLimit("gpu.base." + what, "Base power, " + what, field(field, PowerScope.GPU_BASE))
                .notInNvidiaSmi()
                .needing("a board whose base power can be set and driver 610 or newer")
                .help("Base power of the GPU, " + which + ".");
    }

    private static MetricSpec protectedMemory(String part, Cadence cadence, String which) {
        return memory("protected_memory." + part, "Protected memory " + part, Calls.PROTECTED_MEMORY.member(part))
                .within(PhysicalRange.partOf(() -> PROTECTED_TOTAL))
                .cadence(cadence)
                .printedAs(NvidiaSmiFormat.FRAMEBUFFER)
                .needing("Hopper or newer")
                .help("Memory that confidential computing protects, " + which + ".");
    }

    private static MetricSpec module(String what, NvmlField field, String which) {
        return modulePower(
                        "module.power." + what,
                        "Module power " + what.replace('.', ' ').replace('_', ' '),
                        field)
                .cadence(what.startsWith("draw") ? FAST : SLOW)
                .over(what.endsWith("average") ? "1 s" : "")
                .help("Power of the whole module, GPU and processor, " + which + ".");
    }

    private static MetricSpec moduleLimitInForce() {
        return modulePower("module.enforced.power.limit", "Module power limit in force", NvmlField.POWER_CURRENT_LIMIT)
                .help("Power limit of the whole module, GPU and processor, that is in force.");
    }

    private static MetricBuilder modulePower(String key, String title, NvmlField field) {
        return powerLimit(key, title, field(field, PowerScope.MODULE)).needing("a module of GPU and Grace processor");
    }

    private static MetricSpec applications(String which, String engine, Clock type, String symbol) {
        boolean byDefault = which.startsWith("default");
        return gauge(
                        "clocks." + which,
                        MEGAHERTZ,
                        RESOURCES,
                        engine + " clock for applications" + (byDefault ? ", by default" : ""))
                .cadence(SLOW)
                .from(u32(symbol, type))
                .ranging(0, Most.MEMORY_MEGAHERTZ)
                .help("Clock that applications get "
                        + (byDefault ? "unless an administrator sets another" : "at most")
                        + "; drivers since 590 no longer report it.");
    }

    private static MetricSpec fabricHealth(String what, int bit, NvidiaSmiFormat form, String which) {
        return state("fabric.health." + what, NVLINK, "NVLink fabric, " + what.replace('_', ' '))
                .from(bits(Calls.FABRIC.member("healthMask"), bit, 2))
                .basedOn(FABRIC_STATE)
                .lackingAt(0)
                .printedAs(form)
                .needing("a board behind NVSwitch")
                .help("Health of the NVLink fabric: whether " + which + ".");
    }

    private static MetricSpec dramEncryption(String mode, String title, String what) {
        return state("dramEncryption.mode." + mode, IDENTITY, title)
                .from(Calls.DRAM_ENCRYPTION.member(mode))
                .printedAs(ENABLED_DISABLED)
                .needing("a board that can encrypt its memory")
                .help(what);
    }

    private static MetricSpec pciNumber(String key, String member, NvidiaSmiFormat form, String what) {
        return text("pci." + key, IDENTITY, "PCI " + key.replace('_', ' '))
                .from(Calls.PCI.member(member))
                .printedAs(form)
                .help(what + ".");
    }

    private static MetricSpec pciClass(String which, String what) {
        return text("pci." + which, IDENTITY, "PCI " + (which.startsWith("base") ? "base class" : "subclass"))
                .from(Calls.PCI_CLASSES.member(which))
                .printedAs(NvidiaSmiFormat.HEX)
                .help(what + ".");
    }

    private static MetricSpec platform(String key, String member, NvidiaSmiFormat form, String what) {
        return text("platform." + key, IDENTITY, "Platform " + key.replace('_', ' '))
                .from(Calls.PLATFORM.member(member))
                .printedAs(form)
                .needing("Hopper or newer and driver 570 or newer")
                .help(what + ".");
    }

    private static MetricSpec pcie(Way way, NvmlGpmMetric figure, NvmlField field, PcieCounter counter) {
        return gauge("pcie." + way.direction, BYTES_PER_SECOND, PCIE, "PCIe " + way.moved)
                .notInNvidiaSmi()
                .cadence(FAST)
                .over("since the last round, or 20 ms")
                .from(gpm(figure))
                .times(1 << 20)
                .or(rateOf(field(field)))
                .or(u32("nvmlDeviceGetPcieThroughput", counter))
                .times(1000)
                .limitedBy(PCIE_BANDWIDTH_MAX)
                .ranging(0, Most.PCIE_BYTES_PER_SECOND)
                .help("Bytes per second that the GPU " + way.moved + " over PCIe: since the last round, or, where the"
                        + " driver reports only that, in 20 ms of it.");
    }

    private static MetricSpec trafficOfLink(Way way, NvmlField kibibytes, NvmlField bytes) {
        return counter("link.nvlink." + way.direction + ".total", BYTES, NVLINK, "NVLink bytes " + way.moved)
                .cadence(FAST)
                .from(fieldOfLink(kibibytes))
                .times(1024)
                .or(fieldOfLink(bytes))
                .help("Payload that the GPU " + way.moved + " over the link since the driver was loaded.");
    }

    private static MetricSpec rateOfLink(Way way, NvmlField kibibytes, NvmlField bytes) {
        return gauge("link.nvlink." + way.direction, BYTES_PER_SECOND, NVLINK, "NVLink " + way.moved + " over the link")
                .cadence(FAST)
                .from(rateOf(fieldOfLink(kibibytes)))
                .times(1024)
                .or(rateOf(fieldOfLink(bytes)))
                .limitedBy(LINK_BANDWIDTH_MAX)
                .help("Payload per second that the GPU " + way.moved + " over the link since the last round.");
    }

    private static MetricSpec nvlink(Way way, Metric ofLink, NvmlGpmMetric figure) {
        return gauge("nvlink." + way.direction, BYTES_PER_SECOND, NVLINK, "NVLink " + way.moved)
                .notInNvidiaSmi()
                .cadence(FAST)
                .from(overLinks(ofLink))
                .or(gpm(figure))
                .times(1 << 20)
                .basedOnMoreThan(0, NVLINK_LINKS)
                .limitedBy(NVLINK_BANDWIDTH_MAX)
                .needing("NVLink")
                .help("Payload per second that the GPU " + way.moved + " over all its links since the last round.");
    }

    private static MetricSpec errorsOfLink(String kind, NvmlField field, NvLinkError counter, String what) {
        return counter("link.nvlink.errors." + kind, NONE, NVLINK, "NVLink errors " + kind)
                .from(fieldOfLink(field))
                .or(u64("nvmlDeviceGetNvLinkErrorCounter", Probe.EACH_LINK, counter.number()))
                .countingFaults()
                .ranging(0, Most.FAULTS)
                .help("Errors of the link since the driver was loaded: " + what + ".");
    }

    private static MetricBuilder counterOfLink(String key, String title, Probe.Field field) {
        return counter("link.nvlink." + key, NONE, NVLINK, title)
                .from(field)
                .unknownAtAllOnes()
                .needing(Texts.NVLINK_5);
    }

    private static MetricBuilder counterOverLinks(String key, String title, Metric ofLink) {
        return counter("nvlink." + key, NONE, NVLINK, title)
                .notInNvidiaSmi()
                .from(overLinks(ofLink))
                .needing(Texts.NVLINK_5);
    }

    private static MetricSpec packetsOfLink(Way way, NvmlField field) {
        return counterOfLink(
                        "packets." + way.direction,
                        "NVLink packets " + way.moved + " over the link",
                        fieldOfLink(field))
                .help("Packets that the GPU " + way.moved + " over the link since the driver was loaded.");
    }

    private static MetricSpec packets(Way way, Metric ofLink) {
        return counterOverLinks("packets." + way.direction, "NVLink packets " + way.moved, ofLink)
                .help("Packets that the GPU " + way.moved + " over all its links since the driver was loaded.");
    }

    private static MetricSpec faultsOfLink(LinkFault fault) {
        return counterOfLink(fault.key, "NVLink " + fault.title + ", per link", fieldOfLink(fault.field))
                .countingFaults()
                .help("Counted of the link since the driver was loaded: " + fault.counted + ".");
    }

    private static MetricSpec faults(LinkFault fault, Metric ofLink) {
        return counterOverLinks(fault.key, "NVLink " + fault.title, ofLink)
                .countingFaults()
                .help("Counted of all links since the driver was loaded: " + fault.counted + ".");
    }

    private static MetricSpec faultRateOfLink(LinkFault fault) {
        return gauge(
                        "link.nvlink." + fault.key + ".rate",
                        PER_SECOND,
                        NVLINK,
                        "NVLink " + fault.title + ", per link, rate")
                .from(rateOf(fieldOfLink(fault.field)))
                .unknownAtAllOnes()
                .over(Windows.SLOW_ROUND)
                .needing(Texts.NVLINK_5)
                .help("Per second since the counter was last read, of the link: " + fault.counted + ".");
    }

    private static MetricSpec faultRate(LinkFault fault, Metric ofLink) {
        return gauge("nvlink." + fault.key + ".rate", PER_SECOND, NVLINK, "NVLink " + fault.title + ", rate")
                .notInNvidiaSmi()
                .from(overLinks(ofLink))
                .needing(Texts.NVLINK_5)
                .help("Per second since the counters were last read, of all links: " + fault.counted + ".");
    }

    private static MetricSpec errorRatioOfLink(String kind, NvmlField field, String which) {
        return gauge("link.nvlink.ber." + kind, RATIO, NVLINK, "NVLink bit error ratio per link, " + kind)
                .from(bitErrorRatio(field))
                .needing(Texts.NVLINK_5)
                .helpedBy(Reason.NO_DATA, Remedies.NO_BIT_ERRORS)
                .help("Share of the bits received over the link that are wrong, " + which + ". Absent while none was"
                        + " measured, which is the best result.");
    }

    private static MetricSpec errorRatio(String kind, Metric ofLink, String which) {
        return gauge("nvlink.ber." + kind, RATIO, NVLINK, "NVLink bit error ratio, " + kind)
                .notInNvidiaSmi()
                .from(worstLink(ofLink))
                .needing(Texts.NVLINK_5)
                .helpedBy(Reason.NO_DATA, Remedies.NO_BIT_ERRORS)
                .help("Share of the bits received over the worst link that are wrong, " + which + ". Absent while no"
                        + " link has measured one, which is the best result.");
    }

    private static MetricSpec codeWords(int corrected, NvmlField field) {
        return counterOfLink(
                        "fec.codewords." + corrected,
                        "NVLink code words per link, " + corrected + " corrected",
                        fieldOfLink(field))
                .help("Code words received over the link since the driver was loaded in which forward error"
                        + " correction corrected " + corrected + (corrected == 1 ? " symbol." : " symbols."));
    }

    private static Probe.Field retryField(NvmlField field) {
        return fieldOfLink(field).since(595, 0);
    }

    private static MetricSpec retryOfLink(String what, NvmlField field, String title, String done) {
        return counterOfLink("plr." + what, "NVLink " + title + " over the link", retryField(field))
                .needing(Texts.PLR)
                .help("Blocks that physical layer retry has " + done + " over the link since the driver was loaded.");
    }

    private static MetricSpec retries(String what, Metric ofLink, String title, String done) {
        return counterOverLinks("plr." + what, "NVLink " + title, ofLink)
                .needing(Texts.PLR)
                .help("Blocks that physical layer retry has " + done + " over all links since the driver was loaded.");
    }

    /** Returns a field whose number means the smoothing of power in drivers from 575 to 580.65. */
    private static Probe.Field renumbered(NvmlField field) {
        return field(field).since(580, 82);
    }

    private static MetricSpec shareHeldBack(String reason, Probe.Field field, String by) {
        return gauge("clocks_event_reasons_share." + reason, PERCENT, RESOURCES, "Share throttled by " + by)
                .notInNvidiaSmi()
                .from(rateOf(field))
                .dividedBy(1e7)
                .help("Share of the time since the last round during which the clocks were throttled by " + by + ".");
    }

    private static MetricSpec retired(String kind, RetirementCause cause, String why) {
        return counter("retired_pages." + kind, NONE, HEALTH, "Pages retired for " + why)
                .from(Calls.retiredPages(cause).member("pageCount"))
                .needing("a data-center board before Ampere")
                .ranging(0, Most.FAULTS)
                .help("Pages of memory that were retired for " + why + ", over the life of the board.");
    }

    private static MetricSpec heldBack(String reason, Probe.Field field, String by) {
        return counter("clocks_event_reasons_counters." + reason, SECONDS, RESOURCES, "Throttled by " + by)
                .cadence(SLOW)
                .from(field)
                .dividedBy(1e9)
                .printedAs(MICROSECONDS)
                .help("Time during which the clocks were throttled by " + by + ", since the driver was loaded.");
    }

    private static MetricSpec below(String reason, NvmlField field, String clocks) {
        return counter(
                        "clocks_event_reasons_counters." + reason,
                        SECONDS,
                        RESOURCES,
                        "Throttled: " + reason.replace('_', ' '))
                .notInNvidiaSmi()
                .cadence(SLOW)
                .from(field(field))
                .dividedBy(1e9)
                .help("Time during which the GPU ran below its " + clocks + ", since the driver was loaded.");
    }

    private static MetricSpec ecc(MemoryError kind, EccCounter since) {
        return ecc(words(kind, since) + ".total", u64("nvmlDeviceGetTotalEccErrors", kind.number(), since.number()));
    }

    private static MetricSpec ecc(MemoryError kind, EccCounter since, MemoryLocation place) {
        return ecc(
                words(kind, since, place),
                u64("nvmlDeviceGetMemoryErrorCounter", kind.number(), since.number(), place.number()));
    }

    private static String words(Enum<?>... parts) {
        return Stream.of(parts).map(Enum::name).collect(Collectors.joining(".")).toLowerCase(Locale.ROOT);
    }

    private static MetricSpec ecc(String what, Probe source) {
        return eccErrors(what, source)
                .needing("a board with ECC, switched on")
                .help("Memory errors by kind and place; volatile ones count from the loading of the driver, aggregate"
                        + " ones over the life of the board.");
    }

    private static MetricBuilder eccErrors(String what, Probe source) {
        return counter(
                        "ecc.errors." + what,
                        NONE,
                        HEALTH,
                        "ECC errors " + what.replace('.', ' ').replace('_', ' '))
                .from(source)
                .ranging(0, Most.FAULTS);
    }

    private static MetricSpec sram(String what, String member) {
        return eccErrors(what, Calls.SRAM_ECC.member(member))
                .needing("Ampere or newer; some drivers require the rights of root")
                .help("Uncorrectable errors of the SRAM by detection and place; volatile ones count from"
                        + " the loading of the driver, aggregate ones over the life of the board.");
    }

    private static MetricSpec remapped(String kind, String member, String errors) {
        return counter("remapped_rows." + kind, NONE, HEALTH, "Rows remapped for " + errors)
                .from(Calls.REMAPPED_ROWS.member(member))
                .needing("a data-center board since Ampere")
                .ranging(0, Most.FAULTS)
                .help("Rows of memory that were replaced for " + errors + ", over the life of the board.");
    }

    private static MetricSpec inactive(String kind, String member, NvmlField field, String errors) {
        return gauge("remapped_rows." + kind + "_inactive", NONE, HEALTH, "Rows to be remapped for " + errors)
                .from(Calls.REMAPPED_ROWS_V2.member(member))
                .or(field(field).since(610, 0))
                .needing("a data-center board since Ampere and driver 595 or newer")
                .ranging(0, 1_000_000_000)
                .help("Rows of memory whose replacement for " + errors + " is not in effect yet.");
    }

    private static MetricSpec spares(String level, String which) {
        return gauge("remapped_rows.histogram." + level, NONE, HEALTH, "Memory banks with " + which)
                .from(Calls.ROW_HISTOGRAM.member(level))
                .needing("a data-center board since Ampere")
                .ranging(0, 1_000_000_000)
                .help("Banks of memory that have " + which + " left.");
    }

    private static MetricSpec bank(String key, NvmlField field, String what) {
        return gauge(
                        "remapped_banks." + key,
                        NONE,
                        HEALTH,
                        "Bank remapping: " + key.replace("histogram.", "spare banks, "))
                .notInNvidiaSmi()
                .from(field(field).since(615, 0))
                .needing("a board that replaces whole banks and driver 615 or newer")
                .ranging(0, 1_000_000_000)
                .help(what + ".");
    }

    private static MetricSpec repair(String key, String member, String what) {
        return health(
                        "ecc." + key + "_repair_pending",
                        (key.equals("tpc") ? "TPC" : "Channel") + " repair pending",
                        Calls.REPAIRS.member(member))
                .notInNvidiaSmi()
                .needing("a data-center board since Ampere and driver 570 or newer")
                .help("Whether " + what + " will be repaired at the next reset.");
    }

    private static MetricSpec target(String key, TemperatureThreshold threshold, String title, String what) {
        return threshold(key, threshold, title)
                .needing("a board whose target temperature can be set")
                .help("Temperature that " + what + ".");
    }

    private static MetricSpec memoryDraw(String key, NvmlField field, String when) {
        return gauge("memory.power.draw." + key, WATTS, RESOURCES, "Memory power draw, " + key)
                .notInNvidiaSmi()
                .from(field(field, PowerScope.MEMORY))
                .dividedBy(1000)
                .needing("a data-center board since Hopper")
                .help("Power drawn by the device memory, " + when + ".");
    }

    private static MetricSpec fanSpeed(int fan) {
        return gauge("fan." + fan + ".speed", PERCENT, RESOURCES, "Fan " + fan + " speed")
                .notInNvidiaSmi()
                .cadence(SLOW)
                .from(u32("nvmlDeviceGetFanSpeed_v2", fan))
                .basedOnMoreThan(fan, FAN_COUNT)
                .needing("a board with this number of fans")
                .ranging(0, Most.FAN_PERCENT)
                .help("Speed that this fan is set to run at, of the greatest speed without noise limits.");
    }

    private static MetricSpec fanTarget(int fan) {
        return gauge("fan." + fan + ".target", PERCENT, RESOURCES, "Fan " + fan + " target speed")
                .notInNvidiaSmi()
                .cadence(SLOW)
                .from(u32("nvmlDeviceGetTargetFanSpeed", fan))
                .basedOnMoreThan(fan, FAN_COUNT)
                .needing("a board with this number of fans and driver 535 or newer")
                .ranging(0, Most.FAN_PERCENT)
                .help("Speed that this fan is set to reach, by the driver or by an administrator.");
    }

    private static MetricSpec fanRotation(int fan) {
        return gauge("fan." + fan + ".rpm", NONE, RESOURCES, "Fan " + fan + " rotation")
                .notInNvidiaSmi()
                .cadence(SLOW)
                .from(Calls.fanSpeed(fan).member("speed"))
                .basedOnMoreThan(fan, FAN_COUNT)
                .needing("a board with this number of fans and driver 570 or newer")
                .ranging(0, 100_000)
                .help("Revolutions per minute that are requested of this fan; a blocked fan may have the same value.");
    }

    private static MetricSpec clockOffset(String clock, Clock type) {
        return gauge("clocks.offset." + clock, MEGAHERTZ, RESOURCES, "Offset of the " + clock + " clock")
                .cadence(SLOW)
                .from(Calls.clockOffset(type).member("clockOffsetMHz"))
                .needing("Maxwell or newer and driver 555 or newer")
                .notInNvidiaSmi()
                .ranging(-10_000, 10_000)
                .help("Offset set on the " + clock + " clock of performance state P0; 0 unless the GPU is over- or"
                        + " underclocked.");
    }

    /** The direction of traffic, as keys and sentences name it. */
    private enum Way {
        IN("rx", "received"),
        OUT("tx", "sent");

        private final String direction;
        private final String moved;

        Way(String direction, String moved) {
            this.direction = direction;
            this.moved = moved;
        }
    }

    /** The faults of links of the fifth generation, as keys, titles and sentences name them. */
    private enum LinkFault {
        MALFORMED(
                "errors.malformed",
                NvmlField.NVLINK_COUNT_MALFORMED_PACKET_ERRORS,
                "malformed packets",
                "packets that were malformed"),
        OVERRUNS(
                "errors.overrun",
                NvmlField.NVLINK_COUNT_BUFFER_OVERRUN_ERRORS,
                "buffer overruns",
                "packets that were discarded on arrival because the buffer was full"),
        RX_ERRORS("errors.rx", NvmlField.NVLINK_COUNT_RCV_ERRORS, "receive errors", "packets that arrived with errors"),
        REMOTE_ERRORS(
                "errors.remote",
                NvmlField.NVLINK_COUNT_RCV_REMOTE_ERRORS,
                "remote errors",
                "packets that arrived marked as bad by the other end"),
        GENERAL_ERRORS(
                "errors.general",
                NvmlField.NVLINK_COUNT_RCV_GENERAL_ERRORS,
                "header mismatches",
                "packets that arrived with a header that does not match"),
        INTEGRITY_ERRORS(
                "errors.integrity",
                NvmlField.NVLINK_COUNT_LOCAL_LINK_INTEGRITY_ERRORS,
                "integrity errors",
                "times that local errors passed the threshold"),
        DISCARDS(
                "errors.discards",
                NvmlField.NVLINK_COUNT_XMIT_DISCARDS,
                "discards",
                "packets that were discarded instead of sent"),
        RECOVERIES_OK(
                "recovery.successful",
                NvmlField.NVLINK_COUNT_LINK_RECOVERY_SUCCESSFUL_EVENTS,
                "recoveries that succeeded",
                "times that a link went into recovery and came up again"),
        RECOVERIES_FAILED(
                "recovery.failed",
                NvmlField.NVLINK_COUNT_LINK_RECOVERY_FAILED_EVENTS,
                "recoveries that failed",
                "times that a link went into recovery and was declared down"),
        RECOVERIES_ALL(
                "recovery.total",
                NvmlField.NVLINK_COUNT_LINK_RECOVERY_EVENTS,
                "recoveries",
                "times that a link went from up into recovery, whatever came of it"),
        EFFECTIVE_ERRORS(
                "errors.effective",
                NvmlField.NVLINK_COUNT_EFFECTIVE_ERRORS,
                "effective errors",
                "errors that were left after forward error correction"),
        SYMBOL_ERRORS(
                "errors.symbol", NvmlField.NVLINK_COUNT_SYMBOL_ERRORS, "symbol errors", "errors in received symbols");

        private final String key;
        private final NvmlField field;
        private final String title;
        private final String counted;

        LinkFault(String key, NvmlField field, String title, String counted) {
            this.key = key;
            this.field = field;
            this.title = title;
            this.counted = counted;
        }
    }

    /** The driver's bins of code words, by the number of corrected symbols. */
    private interface CodeWords {

        /** The bins from half of the highest number on. */
        int MANY = 8;

        List<Probe.Field> ALL = IntStream.rangeClosed(
                        NvmlField.NVLINK_COUNT_FEC_HISTORY_0.ordinal(), NvmlField.NVLINK_COUNT_FEC_HISTORY_15.ordinal())
                .mapToObj((place) -> fieldOfLink(NvmlField.values()[place]))
                .toList();

        List<Probe.Field> HIGH = ALL.subList(MANY, ALL.size());
    }

    /** The sentences of several rows. */
    private interface Texts {
        String NVLINK_5 = "NVLink 5, which Blackwell and newer have";
        String COUNTING_BOARD = "a board that counts it";
        String C2C = "a GPU that is joined to a Grace processor";
        String PLR = NVLINK_5 + ", and driver 595 or newer";
        String EFFECTIVE = "after forward error correction";
        String SYMBOL = "in symbols";
    }

    /** The highest possible values of several rows. */
    private interface Most {
        /** A fan can run faster than the greatest speed without noise limits. */
        double FAN_PERCENT = 300;

        /** Memory clocks of graphics boards are reported as the data rate: 14 GHz today. */
        double MEMORY_MEGAHERTZ = 30_000;

        /** Four times 16 lanes of the seventh generation. */
        double PCIE_BYTES_PER_SECOND = 1e12;

        /** The highest count of faults: less than all ones of 32 bits. */
        double FAULTS = 0xffff_fffeL;

        /** The largest GPUs have fewer than 200. */
        double MULTIPROCESSORS = 4096;
    }

    /** The windows of several rows. */
    private interface Windows {
        String SLOW_ROUND = "10 s, or a round that is longer";
        String UTILIZATION = "1/6 s to 1 s, by product";
        String ENGINE = "the driver's sampling period";
    }

    /** The remedies of several rows. */
    private interface Remedies {

        String NO_BIT_ERRORS = "No action is needed: the link, if it is up, has measured no bit error.";

        String MACHINE_PIDS =
                "Run the container with --pid=host, or mount the host's /proc and set gpulse.processes.proc.";
    }

    /** The getters of several rows. */
    private interface Calls {

        Call UTILIZATION =
                Call.struct("nvmlDeviceGetUtilizationRates", Layout.struct().u32("gpu", "memory"));

        Call MEMORY = Call.struct("nvmlDeviceGetMemoryInfo", Layout.struct().u64("total", "free", "used"));

        Call MEMORY_V2 = Call.struct(
                "nvmlDeviceGetMemoryInfo_v2",
                Layout.struct(2).u64("total", "reserved").u64("free", "used"));

        Call BAR1 =
                Call.struct("nvmlDeviceGetBAR1MemoryInfo", Layout.struct().u64("bar1Total", "bar1Free", "bar1Used"));

        Call MARGIN =
                Call.struct("nvmlDeviceGetMarginTemperature", Layout.struct(1).i32("marginTemperature"));

        Call HOT_SPOT = Call.struct(
                "nvmlDeviceGetTemperatureV",
                Layout.struct(1)
                        .input("sensorType", TemperatureSensor.HOT_SPOT.number())
                        .i32("temperature"));

        static Call fanSpeed(int fan) {
            return Call.struct(
                    "nvmlDeviceGetFanSpeedRPM",
                    Layout.struct(1).input("fan", fan).u32("speed"));
        }

        /** The performance state at full clocks. */
        int P0 = 0;

        static Call clockOffset(Clock clock) {
            return Call.struct(
                    "nvmlDeviceGetClockOffsets",
                    Layout.struct(1)
                            .input("type", clock.number())
                            .input("pstate", P0)
                            .i32("clockOffsetMHz", "minClockOffsetMHz", "maxClockOffsetMHz"));
        }

        Call POWER_CONSTRAINTS = Call.struct(
                "nvmlDeviceGetPowerManagementLimitConstraints",
                Layout.pointers().u32("minLimit", "maxLimit"));

        Call ECC_MODE = Call.struct("nvmlDeviceGetEccMode", Layout.pointers().u32("current", "pending"));

        Call REMAPPED_ROWS = Call.struct(
                "nvmlDeviceGetRemappedRows",
                Layout.pointers().u32("corrRows", "uncRows").u32("isPending", "failureOccurred"));

        Call FBC_STATS = Call.struct(
                "nvmlDeviceGetFBCStats", Layout.struct().u32("sessionsCount", "averageFPS", "averageLatency"));
        Call ENCODER_STATS = Call.struct(
                "nvmlDeviceGetEncoderStats", Layout.pointers().u32("sessionCount", "averageFps", "averageLatency"));

        Call PROTECTED_MEMORY = Call.struct(
                "nvmlDeviceGetConfComputeProtectedMemoryUsage", Layout.struct().u64("total", "free", "used"));

        Call SRAM_ECC = Call.struct(
                "nvmlDeviceGetSramEccErrorStatus",
                Layout.struct(1)
                        .u64("aggregateUncParity", "aggregateUncSecDed")
                        .u64("aggregateCor", "volatileUncParity")
                        .u64("volatileUncSecDed", "volatileCor")
                        .u64("aggregateUncBucketL2", "aggregateUncBucketSm")
                        .u64("aggregateUncBucketPcie", "aggregateUncBucketMcu", "aggregateUncBucketOther")
                        .u32("bThresholdExceeded"));

        Call REPAIRS = Call.struct(
                "nvmlDeviceGetRepairStatus", Layout.struct(1).u32("bChannelRepairPending", "bTpcRepairPending"));

        Call UNREPAIRABLE_MEMORY = Call.struct(
                "nvmlDeviceGetUnrepairableMemoryFlag_v1", Layout.struct().u32("bUnrepairableMemory"));

        Call BLACK_BOX =
                Call.struct("nvmlDeviceGetBBXTimeData_v1", Layout.struct().u32("timeRun"));

        Call REMAPPED_ROWS_V2 = Call.struct(
                "nvmlDeviceGetRemappedRows_v2",
                Layout.struct()
                        .u32("corrActiveRemaps", "corrInactiveRemaps")
                        .u32("uncActiveRemaps", "uncInactiveRemaps")
                        .u32("bPending", "bFailureOccurred"));

        Call ROW_HISTOGRAM = Call.struct(
                "nvmlDeviceGetRowRemapperHistogram",
                Layout.struct().u32("max", "high").u32("partial", "low", "none"));

        Call ADDRESSING =
                Call.struct("nvmlDeviceGetAddressingMode", Layout.struct(1).u32("value"));

        Call OPERATION_MODE =
                Call.struct("nvmlDeviceGetGpuOperationMode", Layout.pointers().u32("current", "pending"));

        Call GSP_MODE =
                Call.struct("nvmlDeviceGetGspFirmwareMode", Layout.pointers().u32("isEnabled", "defaultMode"));

        /** The only text of a fixed length. */
        Call GSP_VERSION =
                Call.struct("nvmlDeviceGetGspFirmwareVersion", Layout.pointers().chars("", 64));

        /** The license of a virtual GPU is that of the first of three features. */
        String FEATURE = "gridLicensableFeatures[0].";

        Call LICENSES = Call.struct(
                "nvmlDeviceGetGridLicensableFeatures_v4",
                Layout.struct()
                        .i32("isGridLicenseSupported")
                        .u32("licensableFeaturesCount", FEATURE + "featureCode", FEATURE + "featureState")
                        .chars(FEATURE + "licenseInfo", 128)
                        .chars(FEATURE + "productName", 128)
                        .u32(FEATURE + "featureEnabled")
                        .chars(FEATURE + "licenseExpiry", 16)
                        .chars("gridLicensableFeatures[1]", 284)
                        .chars("gridLicensableFeatures[2]", 284));

        Call NVLINK_MODE = Call.struct(
                "nvmlDeviceGetNvlinkBwMode", Layout.struct(1).u32("bIsBest").u8("bwMode"));

        Call C2C = Call.struct("nvmlDeviceGetC2cModeInfoV", Layout.struct().u32("isC2cEnabled"));

        Call PLATFORM = Call.struct(
                "nvmlDeviceGetPlatformInfo",
                Layout.struct(2)
                        .guid("ibGuid")
                        .chars("chassisSerialNumber", 16)
                        .u8("slotNumber", "trayIndex")
                        .u8("hostId", "peerType", "moduleId"));

        Call MIG_MODE = Call.struct("nvmlDeviceGetMigMode", Layout.pointers().u32("currentMode", "pendingMode"));

        Call MIG_ATTRIBUTES = Call.struct(
                "nvmlDeviceGetAttributes_v2",
                Layout.struct()
                        .u32("multiprocessorCount", "sharedCopyEngineCount")
                        .u32("sharedDecoderCount", "sharedEncoderCount", "sharedJpegCount", "sharedOfaCount")
                        .u32("gpuInstanceSliceCount", "computeInstanceSliceCount")
                        .u64("memorySizeMB"));

        Call DRIVER_MODEL =
                Call.struct("nvmlDeviceGetDriverModel_v2", Layout.pointers().u32("current", "pending"));

        Call FABRIC = Call.struct(
                "nvmlDeviceGetGpuFabricInfoV",
                Layout.struct(2)
                        .uuid("clusterUuid")
                        .u32("status", "cliqueId")
                        .u8("state")
                        .u32("healthMask"));

        Call FABRIC_V3 = Call.struct(
                "nvmlDeviceGetGpuFabricInfoV",
                Layout.struct(3)
                        .uuid("clusterUuid")
                        .u32("status", "cliqueId")
                        .u8("state")
                        .u32("healthMask")
                        .u8("healthSummary"));

        long FABRIC_COMPLETED = 3;

        /** A struct for each of the two modes. */
        Call DRAM_ENCRYPTION = Call.struct(
                "nvmlDeviceGetDramEncryptionMode",
                Layout.pointers().versioned("current", 1).versioned("pending", 1));

        Call HOSTNAME = Call.struct("nvmlDeviceGetHostname_v1", Layout.struct().chars("value", 64));

        /** At most 64 pages can be retired; a board with more must be replaced. */
        int MOST_PAGES = 512;

        static Call retiredPages(RetirementCause cause) {
            return new Call(
                    "nvmlDeviceGetRetiredPages",
                    List.of(cause.number()),
                    Layout.pointers().room("pageCount", MOST_PAGES).array("addresses", MOST_PAGES * Long.BYTES));
        }

        Call PCI = Call.struct(
                "nvmlDeviceGetPciInfo_v3",
                Layout.struct()
                        .chars("busIdLegacy", 16)
                        .u32("domain", "bus")
                        .u32("device", "pciDeviceId", "pciSubSystemId")
                        .chars("busId", 32));

        Call PCI_CLASSES = Call.struct(
                "nvmlDeviceGetPciInfoExt",
                Layout.struct(1)
                        .u32("domain", "bus")
                        .u32("device", "pciDeviceId")
                        .u32("pciSubSystemId", "baseClass", "subClass")
                        .chars("busId", 32));

        Call COMPUTE_CAPABILITY = Call.struct(
                "nvmlDeviceGetCudaComputeCapability", Layout.pointers().i32("major", "minor"));

        String PROCESSES = "nvmlDeviceGetComputeRunningProcesses_v3";

        String PROCESS_UTILIZATION = "nvmlDeviceGetProcessUtilization";

        /** The busy share of an engine, with its sampling period. */
        static Probe busy(String symbol) {
            return Call.struct(symbol, Layout.pointers().u32("utilization", "samplingPeriodUs"))
                    .member("utilization");
        }
    }
}
