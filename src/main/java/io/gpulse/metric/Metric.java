package io.gpulse.metric;

import static io.gpulse.metric.Cadence.ONCE;
import static io.gpulse.metric.Cadence.SLOW;
import static io.gpulse.metric.Draft.counter;
import static io.gpulse.metric.Draft.gauge;
import static io.gpulse.metric.Draft.state;
import static io.gpulse.metric.Draft.text;
import static io.gpulse.metric.Panel.IDENTITY;
import static io.gpulse.metric.Panel.MACHINE;
import static io.gpulse.metric.Panel.MEMORY;
import static io.gpulse.metric.Panel.PCIE;
import static io.gpulse.metric.Panel.RESOURCES;
import static io.gpulse.metric.Panel.UTILIZATION;
import static io.gpulse.metric.Printing.ARCHITECTURE;
import static io.gpulse.metric.Printing.HEX16;
import static io.gpulse.metric.Printing.INTEGER;
import static io.gpulse.metric.Printing.P_STATE;
import static io.gpulse.metric.Probe.field;
import static io.gpulse.metric.Probe.joined;
import static io.gpulse.metric.Probe.proc;
import static io.gpulse.metric.Probe.u32;
import static io.gpulse.metric.Probe.u64;
import static io.gpulse.metric.Probe.word;
import static io.gpulse.metric.Scope.HOST;
import static io.gpulse.metric.Unit.BYTES;
import static io.gpulse.metric.Unit.CELSIUS;
import static io.gpulse.metric.Unit.JOULES;
import static io.gpulse.metric.Unit.MEGAHERTZ;
import static io.gpulse.metric.Unit.NONE;
import static io.gpulse.metric.Unit.PERCENT;
import static io.gpulse.metric.Unit.WATTS;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The catalogue: every metric that gpulse knows, one row each. A new row reaches JSON, the stream, the OpenAPI
 * document, the text table and the tests without another line by hand.
 */
public enum Metric {
    UTILIZATION_GPU(gauge("utilization.gpu", PERCENT, UTILIZATION)
            .titled("GPU utilization")
            .from(Calls.UTILIZATION.member("gpu"))
            .saying("Share of the driver's last sampling window (1/6 s to 1 s, by product) in which at least one kernel"
                    + " ran; it says nothing about how much of the GPU the kernel used.")),

    UTILIZATION_MEMORY(gauge("utilization.memory", PERCENT, UTILIZATION)
            .titled("Memory controller utilization")
            .from(Calls.UTILIZATION.member("memory"))
            .saying("Share of the driver's last sampling window in which device memory was being read or written; not"
                    + " how full it is.")),

    MEMORY_TOTAL(gauge("memory.total", BYTES, MEMORY)
            .titled("Memory installed")
            .asked(SLOW)
            .from(Calls.MEMORY_V2.member("total"))
            .or(Calls.MEMORY.member("total"))
            .saying("Device memory installed, the part that the driver reserves included.")),

    MEMORY_RESERVED(gauge("memory.reserved", BYTES, MEMORY)
            .titled("Memory reserved")
            .asked(SLOW)
            .from(Calls.MEMORY_V2.member("reserved"))
            .saying("Device memory that the driver and the firmware keep for themselves.")),

    MEMORY_USED(gauge("memory.used", BYTES, MEMORY)
            .titled("Memory used")
            .from(Calls.MEMORY_V2.member("used"))
            .or(Calls.MEMORY.member("used"))
            .saying("Device memory allocated by processes. Drivers before 510 count what they reserve as used too;"
                    + " memory.reserved is absent there.")),

    MEMORY_FREE(gauge("memory.free", BYTES, MEMORY)
            .titled("Memory free")
            .from(Calls.MEMORY_V2.member("free"))
            .or(Calls.MEMORY.member("free"))
            .saying("Device memory that can still be allocated.")),

    TEMPERATURE_GPU(gauge("temperature.gpu", CELSIUS, RESOURCES)
            .titled("GPU temperature")
            .from(u32("nvmlDeviceGetTemperature", 0))
            .saying("Temperature of the GPU die.")),

    TEMPERATURE_MEMORY(gauge("temperature.memory", CELSIUS, RESOURCES)
            .titled("Memory temperature")
            .from(field(82))
            .needing("a board with high-bandwidth memory")
            .saying("Temperature of the device memory.")),

    FAN_SPEED(gauge("fan.speed", PERCENT, RESOURCES)
            .titled("Fan speed")
            .from(u32("nvmlDeviceGetFanSpeed"))
            .needing("a board with a fan of its own")
            .saying("Speed that the fan is told to run at, of the greatest speed without noise limits; it can exceed"
                    + " 100 %, and a blocked fan shows it too.")),

    POWER_DRAW(gauge("power.draw", WATTS, RESOURCES)
            .titled("Power draw")
            .from(u32("nvmlDeviceGetPowerUsage"))
            .dividedBy(1000)
            .saying("Power drawn by the board: the mean of the last second since Ampere (not GA100), the instant"
                    + " before.")),

    POWER_DRAW_AVERAGE(gauge("power.draw.average", WATTS, RESOURCES)
            .titled("Power draw, mean of 1 s")
            .from(field(185))
            .dividedBy(1000)
            .needing("Ada, Hopper or newer")
            .saying("Power drawn by the board, the mean of the last second.")),

    POWER_DRAW_INSTANT(gauge("power.draw.instant", WATTS, RESOURCES)
            .titled("Power draw, instant")
            .from(field(186))
            .dividedBy(1000)
            .saying("Power drawn by the board at the instant of asking.")),

    POWER_LIMIT(gauge("power.limit", WATTS, RESOURCES)
            .titled("Power limit")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetPowerManagementLimit"))
            .dividedBy(1000)
            .saying("Power limit that was asked for by software.")),

    ENFORCED_POWER_LIMIT(gauge("enforced.power.limit", WATTS, RESOURCES)
            .titled("Enforced power limit")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetEnforcedPowerLimit"))
            .dividedBy(1000)
            .saying("Power limit in force: the lowest of all that limit the board.")),

    ENERGY_TOTAL(counter("energy.total", JOULES, RESOURCES)
            .titled("Energy used")
            .from(u64("nvmlDeviceGetTotalEnergyConsumption"))
            .dividedBy(1000)
            .needing("Volta or newer")
            .saying("Energy used since the driver was loaded.")),

    CLOCKS_GRAPHICS(gauge("clocks.current.graphics", MEGAHERTZ, RESOURCES)
            .titled("Graphics clock")
            .from(u32("nvmlDeviceGetClockInfo", 0))
            .saying("Clock of the graphics engine.")),

    CLOCKS_SM(gauge("clocks.current.sm", MEGAHERTZ, RESOURCES)
            .titled("SM clock")
            .from(u32("nvmlDeviceGetClockInfo", 1))
            .saying("Clock of the streaming multiprocessors.")),

    CLOCKS_MEMORY(gauge("clocks.current.memory", MEGAHERTZ, RESOURCES)
            .titled("Memory clock")
            .from(u32("nvmlDeviceGetClockInfo", 2))
            .saying("Clock of the device memory.")),

    CLOCKS_VIDEO(gauge("clocks.current.video", MEGAHERTZ, RESOURCES)
            .titled("Video clock")
            .from(u32("nvmlDeviceGetClockInfo", 3))
            .saying("Clock of the video encoder and decoder.")),

    CLOCKS_MAX_GRAPHICS(gauge("clocks.max.graphics", MEGAHERTZ, RESOURCES)
            .titled("Graphics clock, highest")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetMaxClockInfo", 0))
            .saying("Highest clock that the graphics engine can run at.")),

    CLOCKS_MAX_SM(gauge("clocks.max.sm", MEGAHERTZ, RESOURCES)
            .titled("SM clock, highest")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetMaxClockInfo", 1))
            .saying("Highest clock that the streaming multiprocessors can run at.")),

    CLOCKS_MAX_MEMORY(gauge("clocks.max.memory", MEGAHERTZ, RESOURCES)
            .titled("Memory clock, highest")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetMaxClockInfo", 2))
            .saying("Highest clock that the device memory can run at.")),

    CLOCKS_MAX_VIDEO(gauge("clocks.max.video", MEGAHERTZ, RESOURCES)
            .titled("Video clock, highest")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetMaxClockInfo", 3))
            .saying("Highest clock that the video encoder and decoder can run at.")),

    PSTATE(state("pstate", RESOURCES)
            .titled("Performance state")
            .from(u32("nvmlDeviceGetPerformanceState"))
            .unknownAt(32)
            .printedAs(P_STATE)
            .saying("Performance state, from P0 (fastest) to P15 (slowest).")),

    CLOCKS_EVENT_REASONS(state("clocks_event_reasons.active", RESOURCES)
            .titled("Clock event reasons")
            .from(u64("nvmlDeviceGetCurrentClocksEventReasons"))
            .or(u64("nvmlDeviceGetCurrentClocksThrottleReasons"))
            .printedAs(HEX16)
            .saying("Why the clocks are not higher, as a mask: 0x1 idle, 0x2 application clocks, 0x4 software power"
                    + " cap, 0x8 hardware slowdown, 0x10 sync boost, 0x20 software thermal slowdown,"
                    + " 0x40 hardware thermal slowdown, 0x80 hardware power brake, 0x100 display clocks.")),

    PCIE_GEN_CURRENT(gauge("pcie.link.gen.current", NONE, PCIE)
            .titled("PCIe generation now")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetCurrPcieLinkGeneration"))
            .saying("PCIe generation that the link runs at; an idle GPU may lower it to save power.")),

    PCIE_GEN_MAX(gauge("pcie.link.gen.max", NONE, PCIE)
            .titled("PCIe generation, highest")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetMaxPcieLinkGeneration"))
            .saying("Highest PCIe generation that GPU and machine can run the link at.")),

    PCIE_WIDTH_CURRENT(gauge("pcie.link.width.current", NONE, PCIE)
            .titled("PCIe lanes now")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetCurrPcieLinkWidth"))
            .saying("PCIe lanes that the link runs over now.")),

    PCIE_WIDTH_MAX(gauge("pcie.link.width.max", NONE, PCIE)
            .titled("PCIe lanes, most")
            .asked(SLOW)
            .from(u32("nvmlDeviceGetMaxPcieLinkWidth"))
            .saying("Most PCIe lanes that GPU and machine can use.")),

    NAME(text("name", IDENTITY).asked(ONCE).from(word("nvmlDeviceGetName", 96)).saying("Product name of the GPU.")),

    UUID(text("uuid", IDENTITY)
            .titled("UUID")
            .asked(ONCE)
            .from(word("nvmlDeviceGetUUID", 96))
            .saying("Identity of the GPU, the same over reboots and in every tool.")),

    SERIAL(text("serial", IDENTITY)
            .asked(ONCE)
            .from(word("nvmlDeviceGetSerial", 30))
            .needing("a data-center or professional board")
            .saying("Serial number printed on the board.")),

    PCI_BUS_ID(text("pci.bus_id", IDENTITY)
            .titled("PCI bus id")
            .asked(ONCE)
            .from(Calls.PCI.member("busId"))
            .saying("Where the GPU sits on the PCI bus: domain:bus:device.function.")),

    MINOR_NUMBER(text("minor_number", IDENTITY)
            .asked(ONCE)
            .from(u32("nvmlDeviceGetMinorNumber"))
            .printedAs(INTEGER)
            .saying("N of the device node /dev/nvidiaN.")),

    VBIOS_VERSION(text("vbios_version", IDENTITY)
            .titled("VBIOS version")
            .asked(ONCE)
            .from(word("nvmlDeviceGetVbiosVersion", 32))
            .saying("Version of the video BIOS.")),

    GPU_ARCHITECTURE(state("architecture", IDENTITY)
            .asked(ONCE)
            .from(u32("nvmlDeviceGetArchitecture"))
            .unknownAt(0xffff_ffffL)
            .printedAs(ARCHITECTURE)
            .saying("Architecture of the GPU, by NVML's number and name.")),

    COMPUTE_CAP(text("compute_cap", IDENTITY)
            .titled("Compute capability")
            .asked(ONCE)
            .from(joined(".", Calls.COMPUTE_CAPABILITY.member("major"), Calls.COMPUTE_CAPABILITY.member("minor")))
            .printedAs(INTEGER)
            .saying("CUDA compute capability.")),

    HOST_CPU_UTILIZATION(gauge("host.cpu.utilization", PERCENT, MACHINE)
            .titled("CPU utilization")
            .of(HOST)
            .from(proc("stat", "cpu"))
            .saying("Share of all processors' time since the last round that was neither idle nor waiting for disks.")),

    HOST_LOAD_1M(gauge("host.load.1m", NONE, MACHINE)
            .titled("Load, 1 min")
            .of(HOST)
            .from(proc("loadavg", "1m"))
            .printedAs(Printing.DECIMAL)
            .saying("Threads that ran or waited to run or for disks, mean of the last minute.")),

    HOST_LOAD_5M(gauge("host.load.5m", NONE, MACHINE)
            .titled("Load, 5 min")
            .of(HOST)
            .from(proc("loadavg", "5m"))
            .printedAs(Printing.DECIMAL)
            .saying("Threads that ran or waited to run or for disks, mean of the last 5 minutes.")),

    HOST_LOAD_15M(gauge("host.load.15m", NONE, MACHINE)
            .titled("Load, 15 min")
            .of(HOST)
            .from(proc("loadavg", "15m"))
            .printedAs(Printing.DECIMAL)
            .saying("Threads that ran or waited to run or for disks, mean of the last 15 minutes.")),

    HOST_MEMORY_TOTAL(gauge("host.memory.total", BYTES, MACHINE)
            .titled("Host memory installed")
            .of(HOST)
            .from(proc("meminfo", "MemTotal"))
            .saying("Memory of the machine that the kernel can use.")),

    HOST_MEMORY_USED(gauge("host.memory.used", BYTES, MACHINE)
            .titled("Host memory used")
            .of(HOST)
            .from(proc("meminfo", "MemTotal - MemAvailable"))
            .saying("Memory of the machine that a new program could not have without swapping.")),

    HOST_MEMORY_AVAILABLE(gauge("host.memory.available", BYTES, MACHINE)
            .titled("Host memory available")
            .of(HOST)
            .from(proc("meminfo", "MemAvailable"))
            .saying("Memory of the machine that a new program could have without swapping, caches that can be dropped"
                    + " included."));

    private static final Map<String, Metric> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Metric::key, Function.identity()));

    private static final Map<Scope, List<Metric>> BY_SCOPE =
            Arrays.stream(values()).collect(Collectors.groupingBy((metric) -> metric.spec.scope()));

    private final MetricSpec spec;

    Metric(MetricSpec spec) {
        this.spec = spec;
    }

    /** The metrics that one asks of a subject, in catalogue order. */
    public static List<Metric> of(Scope scope) {
        return BY_SCOPE.getOrDefault(scope, List.of());
    }

    /** The metric of that key. */
    public static Optional<Metric> named(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    public MetricSpec spec() {
        return this.spec;
    }

    public String key() {
        return this.spec.key();
    }

    /** Getters that answer several rows at once. */
    private interface Calls {

        Call UTILIZATION = Call.struct(
                "nvmlDeviceGetUtilizationRates", Layout.struct().u32("gpu").u32("memory"));

        Call MEMORY = Call.struct(
                "nvmlDeviceGetMemoryInfo",
                Layout.struct().u64("total").u64("free").u64("used"));

        Call MEMORY_V2 = Call.struct(
                "nvmlDeviceGetMemoryInfo_v2",
                Layout.struct(2).u64("total").u64("reserved").u64("free").u64("used"));

        Call PCI = Call.struct(
                "nvmlDeviceGetPciInfo_v3",
                Layout.struct()
                        .chars("busIdLegacy", 16)
                        .u32("domain")
                        .u32("bus")
                        .u32("device")
                        .u32("pciDeviceId")
                        .u32("pciSubSystemId")
                        .chars("busId", 32));

        Call COMPUTE_CAPABILITY = Call.struct(
                "nvmlDeviceGetCudaComputeCapability",
                Layout.pointers().i32("major").i32("minor"));
    }
}
