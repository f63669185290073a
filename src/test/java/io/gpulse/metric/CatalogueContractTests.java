package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The catalogue as the front end is compiled against it: one line per metric, as last reviewed. */
class CatalogueContractTests {

    private static final Path COMMITTED = Path.of("frontend", "catalogue.json");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void theFrontEndIsCompiledAgainstThisCatalogue() throws IOException {
        String now = Arrays.stream(Metric.values())
                .map((metric) -> JSON.writeValueAsString(row(metric.spec())))
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(COMMITTED, now);
        }

        assertThat(now)
                .as("The catalogue has changed. If it was meant to: mvn test -Dtest=CatalogueContractTests"
                        + " -Dcontract.update=true, and look at what changed in frontend/catalogue.json")
                .isEqualTo(Files.readString(COMMITTED).replace("\r\n", "\n"));
    }

    private static Map<String, String> row(MetricSpec spec) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("key", spec.key());
        row.put("title", spec.title());
        row.put("unit", spec.unit().symbol());
        row.put("kind", spec.kind().name());
        row.put("scope", spec.scope().name());
        row.put("panel", spec.panel().name());
        return row;
    }
}
