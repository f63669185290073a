package io.gpulse.metric;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The numbers of NVML's names. */
class NvmlNumbersTests {

    private static final Path HEADER = Path.of("../shared/reference/nvml_constants.json");

    /** Newer than the header. */
    private static final Set<String> NOT_IN_HEADER = Set.of(
            "NVML_FI_DEV_REMAPPED_BANKS_ACTIVE",
            "NVML_FI_DEV_REMAPPED_BANKS_INACTIVE",
            "NVML_FI_DEV_REMAPPED_BANKS_PENDING",
            "NVML_FI_DEV_REMAPPED_BANKS_HISTOGRAM_MAX",
            "NVML_FI_DEV_REMAPPED_BANKS_HISTOGRAM_NONE",
            "NVML_TEMPERATURE_HOT_SPOT");

    @Test
    void everyNameHasTheNumberOfTheTable() throws IOException {
        assertThat(ours()).isEqualTo(table());
    }

    @Test
    void theTableIsThatOfTheHeader() throws IOException {
        assumeTrue(Files.exists(HEADER), "NVIDIA's header in JSON is not here");
        Map<String, Integer> header = new HashMap<>();
        collect(JsonMapper.shared().readTree(HEADER), header);

        Map<String, Integer> table = table();
        table.keySet().removeAll(NOT_IN_HEADER);

        assertThat(header).containsAllEntriesOf(table);
    }

    private static void collect(JsonNode node, Map<String, Integer> numbers) {
        node.properties().forEach((member) -> {
            if (member.getValue().isInt()) {
                numbers.put(member.getKey(), member.getValue().asInt());
            } else if (member.getValue().isObject()) {
                collect(member.getValue(), numbers);
            }
        });
    }

    private static Map<String, Integer> table() throws IOException {
        Properties table = new Properties();
        try (InputStream file = NvmlNumbersTests.class.getResourceAsStream("nvml-numbers.properties")) {
            table.load(file);
        }
        return table.stringPropertyNames().stream()
                .collect(toMap(UnaryOperator.identity(), (name) -> Integer.valueOf(table.getProperty(name))));
    }

    private static Map<String, Integer> ours() {
        Map<String, Integer> ours = new HashMap<>();
        add(ours, NvmlField.values(), "NVML_FI_DEV_%s");
        add(ours, NvmlGpmMetric.values(), "NVML_GPM_METRIC_%s");
        add(ours, Clock.values(), "NVML_CLOCK_%s");
        add(ours, TemperatureSensor.values(), "NVML_TEMPERATURE_%s");
        add(ours, TemperatureThreshold.values(), "NVML_TEMPERATURE_THRESHOLD_%s");
        add(ours, MemoryError.values(), "NVML_MEMORY_ERROR_TYPE_%s");
        add(ours, EccCounter.values(), "NVML_%s_ECC");
        add(ours, MemoryLocation.values(), "NVML_MEMORY_LOCATION_%s");
        add(ours, RetirementCause.values(), "NVML_PAGE_RETIREMENT_CAUSE_%s");
        add(ours, SamplingType.values(), "NVML_%s_SAMPLES");
        add(ours, PcieCounter.values(), "NVML_PCIE_UTIL_%s");
        add(ours, NvLinkError.values(), "NVML_NVLINK_ERROR_%s");
        add(ours, InforomObject.values(), "NVML_INFOROM_%s");
        add(ours, PowerScope.values(), "NVML_POWER_SCOPE_%s");
        return ours;
    }

    private static <E extends Enum<E> & NvmlNumber> void add(Map<String, Integer> into, E[] numbers, String name) {
        Stream.of(numbers).forEach((number) -> into.put(name.formatted(number.name()), number.number()));
    }
}
