package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTests {

    @ParameterizedTest
    @ValueSource(strings = {"*", "*.lab.example", " "})
    void theNameOfTheMachinePermitsNoOther(String configured) {
        Map<String, String> environment = Map.of("HOSTNAME", "node-5", "COMPUTERNAME", configured);

        assertThat(HostNames.ofMachine(configured, Path.of("no such file"), environment))
                .containsExactly("node-5");
    }
}
