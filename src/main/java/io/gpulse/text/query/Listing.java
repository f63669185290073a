package io.gpulse.text.query;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of a {@code --query-} switch of nvidia-smi.
 *
 * @param description its properties, for the contract
 * @param names the name and the aliases of each property
 * @param named finds a property by name or alias
 * @param rows the lines of a GPU
 */
record Listing<R>(
        String description,
        List<List<String>> names,
        Function<String, Optional<Property<R>>> named,
        Function<GpuRow, Stream<R>> rows) {

    /** {@code --query-gpu}: a line per GPU. */
    static final Listing<GpuRow> GPUS = new Listing<>(
            "Properties of GPUs, separated by commas: keys of the catalogue with scope GPU, all aliases of nvidia-smi,"
                    + " and timestamp, count, index, driver_version. Case-sensitive.",
            GpuProperties.names(),
            GpuProperties::named,
            Stream::of);

    /** {@code --query-compute-apps}: compute processes, without graphics processes. */
    static final Listing<ProcessRow> COMPUTE_APPS = of(
            "compute processes on GPUs",
            columns(
                    ProcessRow::gpu,
                    Property.plain(
                            "pid",
                            (row) -> Cell.value(
                                    Integer.toUnsignedString(row.process().pid()))),
                    Property.plain("process_name", (row) -> name(row.process())),
                    new Property<>(
                            "used_gpu_memory",
                            Metric.PROCESS_MEMORY.spec().printing().unit(),
                            (row) -> memory(row.process()))),
            Map.of("process_name", "name", "used_gpu_memory", "used_memory"),
            ProcessRow::computing);

    /** {@code --query-accounted-apps}: not read; no line for a GPU whose accounting is off. */
    static final Listing<GpuRow> ACCOUNTED_APPS = of(
            "processes that have ended; gpulse does not read them",
            columns(
                    Function.identity(),
                    unread("vgpu_instance", ""),
                    unread("pid", ""),
                    unread("gpu_utilization", "%"),
                    unread("mem_utilization", "%"),
                    unread("max_memory_usage", "MiB"),
                    unread("time", "ms")),
            Map.of("gpu_utilization", "gpu_util", "mem_utilization", "mem_util"),
            (gpu) -> gpu.gpu().readings().number(Metric.ACCOUNTING_MODE).orElse(1) == 0
                    ? Stream.empty()
                    : Stream.of(gpu));

    /** {@code --query-retired-pages}. */
    static final Listing<RetiredPage> RETIRED_PAGES = of(
            "retired memory pages",
            columns(
                    RetiredPage::gpu,
                    Property.plain("retired_pages.address", RetiredPage::place),
                    Property.plain("retired_pages.timestamp", RetiredPage::place),
                    Property.plain("retired_pages.cause", (page) -> Cell.value(page.cause()))),
            Map.of(),
            RetiredPage::of);

    /** {@code --query-remapped-rows}. */
    static final Listing<GpuRow> REMAPPED_ROWS = of(
            "replaced memory rows",
            columns(
                    Function.identity(),
                    Property.plain("remapped_rows.correctable", (gpu) -> gpu.cell(Metric.REMAPPED_ROWS_CORRECTABLE)),
                    Property.plain(
                            "remapped_rows.uncorrectable", (gpu) -> gpu.cell(Metric.REMAPPED_ROWS_UNCORRECTABLE)),
                    Property.plain("remapped_rows.pending", (gpu) -> bit(gpu, Metric.REMAPPED_ROWS_PENDING)),
                    Property.plain("remapped_rows.failure", (gpu) -> bit(gpu, Metric.REMAPPED_ROWS_FAILURE))),
            Map.of(),
            Stream::of);

    /** {@code --query-supported-clocks}: not read. */
    static final Listing<GpuRow> SUPPORTED_CLOCKS = of(
            "supported clocks; gpulse does not read them",
            columns(Function.identity(), unread("memory", "MHz"), unread("graphics", "MHz")),
            Map.of("memory", "mem", "graphics", "gr"),
            Stream::of);

    /** The lists by their switches. */
    static final Map<String, Listing<?>> BY_SWITCH = bySwitch();

    private static Map<String, Listing<?>> bySwitch() {
        Map<String, Listing<?>> lists = new LinkedHashMap<>();
        lists.put("query-gpu", GPUS);
        lists.put("gpu", GPUS);
        lists.put("query-compute-apps", COMPUTE_APPS);
        lists.put("query-accounted-apps", ACCOUNTED_APPS);
        lists.put("query-retired-pages", RETIRED_PAGES);
        lists.put("query-remapped-rows", REMAPPED_ROWS);
        lists.put("query-supported-clocks", SUPPORTED_CLOCKS);
        return Collections.unmodifiableMap(lists);
    }

    /** A process on a GPU. */
    record ProcessRow(GpuRow gpu, ProcessSample process) {

        static Stream<ProcessRow> computing(GpuRow gpu) {
            return gpu.gpu().known().processes().stream()
                    .filter((process) -> process.type() != ProcessSample.Type.GRAPHICS)
                    .map((process) -> new ProcessRow(gpu, process));
        }
    }

    /**
     * A retired memory page, or the absence of their number.
     *
     * @param place the cell for address and time, which gpulse does not read
     */
    record RetiredPage(GpuRow gpu, Cell place, String cause) {

        private static final int MAX_PAGES = 512;

        static Stream<RetiredPage> of(GpuRow gpu) {
            return Stream.concat(
                    of(gpu, Metric.RETIRED_PAGES_SINGLE_BIT, "Single Bit ECC"),
                    of(gpu, Metric.RETIRED_PAGES_DOUBLE_BIT, "Double Bit ECC"));
        }

        private static Stream<RetiredPage> of(GpuRow gpu, Metric retired, String cause) {
            Cell count = gpu.cell(retired);
            if (!count.isValue()) {
                return Stream.of(new RetiredPage(gpu, count, cause));
            }
            long pages = Math.round(gpu.gpu().readings().number(retired).orElse(0));
            return Stream.generate(() -> new RetiredPage(gpu, gpu.unread(), cause))
                    .limit(Math.min(pages, MAX_PAGES));
        }
    }

    /**
     * Returns a list with the columns of the GPU and own ones.
     *
     * @param aliases of own columns, by name
     */
    private static <R> Listing<R> of(
            String subject, List<Property<R>> columns, Map<String, String> aliases, Function<GpuRow, Stream<R>> rows) {
        Map<String, Property<R>> byName = new HashMap<>();
        List<List<String>> names = new ArrayList<>();
        for (Property<R> column : columns) {
            String name = column.name();
            String alias = aliases.get(name);
            byName.put(name, column);
            if (alias != null) {
                byName.put(alias, column);
            }
            names.add(alias == null ? List.of(name) : List.of(name, alias));
        }
        String described = names.stream()
                .map((spellings) -> String.join(" (", spellings) + (spellings.size() > 1 ? ")" : ""))
                .collect(Collectors.joining(", "));
        String description = "Properties of " + subject + ": " + described + ".";
        return new Listing<>(description, names, (name) -> Optional.ofNullable(byName.get(name)), rows);
    }

    /** Returns the columns of the GPU and own ones. */
    @SafeVarargs
    private static <R> List<Property<R>> columns(Function<R, GpuRow> gpu, Property<R>... own) {
        Stream<Property<R>> ofGpu = Stream.of("timestamp", "gpu_name", "gpu_bus_id", "gpu_serial", "gpu_uuid")
                .map((name) -> GpuProperties.named(name).orElseThrow().as(name, gpu));
        return Stream.concat(ofGpu, Arrays.stream(own)).toList();
    }

    private static Property<GpuRow> unread(String name, String unit) {
        return new Property<>(name, unit, GpuRow::unread);
    }

    /** Returns the name; nvidia-smi does not find that of a process that has ended. */
    static Cell name(ProcessSample process) {
        String name = process.name();
        if (name != null) {
            return Cell.value(name);
        }
        Reading user = process.readings().of(Metric.PROCESS_USER).orElse(null);
        Reason why = user instanceof Reading.Absent absent ? absent.reason() : Reason.NO_DATA;
        return Cell.reason(why == Reason.NO_DATA ? "Not Found" : Cell.words(why));
    }

    static Cell memory(ProcessSample process) {
        Reading reading = process.readings().of(Metric.PROCESS_MEMORY).orElse(null);
        if (reading instanceof Reading.Present present) {
            return Cell.value(Metric.PROCESS_MEMORY.spec().printing().cell(present));
        }
        return Cell.notAvailable();
    }

    /** Prints 0 or 1, where {@code --query-gpu} prints No or Yes. */
    private static Cell bit(GpuRow gpu, Metric metric) {
        Cell cell = gpu.cell(metric);
        boolean set = gpu.gpu().readings().number(metric).orElse(0) != 0;
        return cell.isValue() ? Cell.value(set ? "1" : "0") : cell;
    }
}
