package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The properties of {@code --query-gpu}: the catalogue's rows of GPUs, and a few that are not readings. */
final class GpuProperties {

    /** Aliases of nvidia-smi; the header shows the canonical name. */
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("gpu_name", "name"),
            Map.entry("gpu_serial", "serial"),
            Map.entry("gpu_uuid", "uuid"),
            Map.entry("gpu_bus_id", "pci.bus_id"),
            Map.entry("inforom.image", "inforom.img"),
            Map.entry("inforom.power", "inforom.pwr"),
            Map.entry("gpu_operation_mode.current", "gom.current"),
            Map.entry("gpu_operation_mode.pending", "gom.pending"),
            Map.entry("retired_pages.sbe", "retired_pages.single_bit_ecc.count"),
            Map.entry("retired_pages.dbe", "retired_pages.double_bit.count"),
            Map.entry("remapped_rows.sbe", "remapped_rows.correctable"),
            Map.entry("remapped_rows.dbe", "remapped_rows.uncorrectable"),
            Map.entry("gpu.power.draw.average", "power.draw.average"),
            Map.entry("gpu.power.draw.instant", "power.draw.instant"),
            Map.entry("gpu.power.requested_limit", "power.limit"),
            Map.entry("gpu.power.current_limit", "enforced.power.limit"),
            Map.entry("gpu.power.default_limit", "power.default_limit"),
            Map.entry("gpu.power.min_limit", "power.min_limit"),
            Map.entry("gpu.power.max_limit", "power.max_limit"),
            Map.entry("module.power.requested_limit", "module.power.limit"),
            Map.entry("module.power.current_limit", "module.enforced.power.limit"),
            Map.entry("clocks.gr", "clocks.current.graphics"),
            Map.entry("clocks.sm", "clocks.current.sm"),
            Map.entry("clocks.mem", "clocks.current.memory"),
            Map.entry("clocks.video", "clocks.current.video"),
            Map.entry("clocks.max.gr", "clocks.max.graphics"),
            Map.entry("clocks.max.mem", "clocks.max.memory"),
            Map.entry("clocks.applications.gr", "clocks.applications.graphics"),
            Map.entry("clocks.applications.mem", "clocks.applications.memory"),
            Map.entry("clocks.default_applications.gr", "clocks.default_applications.graphics"),
            Map.entry("clocks.default_applications.mem", "clocks.default_applications.memory"));

    /** Canonical names with the value of another property. */
    private static final Map<String, String> TWINS = Map.of(
            "kmd_version", "driver_version",
            "pcie.link.gen.gpucurrent", "pcie.link.gen.current",
            "ecc.errors.corrected.volatile.device_memory", "ecc.errors.corrected.volatile.dram",
            "ecc.errors.corrected.aggregate.device_memory", "ecc.errors.corrected.aggregate.dram",
            "ecc.errors.uncorrected.volatile.device_memory", "ecc.errors.uncorrected.volatile.dram",
            "ecc.errors.uncorrected.aggregate.device_memory", "ecc.errors.uncorrected.aggregate.dram");

    /** Properties that gpulse does not read, and their units. */
    private static final String UNREAD = "unread.txt";

    private static final String OLD_REASONS = "clocks_throttle_reasons.";
    private static final String REASONS = "clocks_event_reasons.";

    private static final Map<String, Property<GpuRow>> BY_NAME = byName();

    private GpuProperties() {}

    /** Finds a property by its case-sensitive name. */
    static Optional<Property<GpuRow>> named(String name) {
        String canonical = name.startsWith(OLD_REASONS)
                ? REASONS + name.substring(OLD_REASONS.length())
                : ALIASES.getOrDefault(name, name);
        return Optional.ofNullable(BY_NAME.get(canonical));
    }

    /** Returns the name and the aliases of each property. */
    static List<List<String>> names() {
        return BY_NAME.keySet().stream()
                .map((name) -> Stream.concat(
                                Stream.of(name),
                                ALIASES.keySet().stream()
                                        .filter((alias) -> name.equals(ALIASES.get(alias)))
                                        .sorted())
                        .toList())
                .toList();
    }

    private static Map<String, Property<GpuRow>> byName() {
        Map<String, Property<GpuRow>> columns = new LinkedHashMap<>();
        Stream<Property<GpuRow>> rows = Metric.of(Scope.GPU).stream().map(GpuProperties::row);
        Stream.concat(noReadings().stream(), rows).forEach((column) -> columns.put(column.name(), column));
        TextFile.lines(UNREAD).map(GpuProperties::unread).forEach((column) -> columns.put(column.name(), column));
        TWINS.forEach((twin, name) ->
                columns.put(twin, Objects.requireNonNull(columns.get(name)).as(twin, Function.identity())));
        return Collections.unmodifiableMap(columns);
    }

    private static Property<GpuRow> row(Metric metric) {
        return new Property<>(metric.key(), metric.spec().printing().unit(), (row) -> row.cell(metric));
    }

    private static Property<GpuRow> unread(String line) {
        String[] nameAndUnit = line.split(" ", 2);
        String unit = nameAndUnit.length > 1 ? nameAndUnit[1] : "";
        return new Property<>(nameAndUnit[0], unit, GpuRow::unread);
    }

    private static List<Property<GpuRow>> noReadings() {
        return List.of(
                Property.plain("timestamp", (row) -> Cell.value(SmiTimestamp.of(row.time()))),
                Property.plain(
                        "driver_version", (row) -> known(row.snapshot().source().driverVersion())),
                Property.plain(
                        "count",
                        (row) -> Cell.value(
                                Integer.toString(row.snapshot().gpus().size()))),
                Property.plain(
                        "index", (row) -> Cell.value(Integer.toString(row.gpu().index()))));
    }

    private static Cell known(@Nullable String word) {
        return word == null ? Cell.notAvailable() : Cell.value(word);
    }
}
