package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class NvmlPropertiesTests {

    @Test
    void sleepingGpusAreWokenUnlessThatIsSwitchedOff() {
        assertThat(bound(Map.of()).wakeSleepingGpus()).isTrue();
        assertThat(bound(Map.of("gpulse.nvml.wake-sleeping-gpus", "false")).wakeSleepingGpus())
                .isFalse();
    }

    private static NvmlProperties bound(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("gpulse.nvml", NvmlProperties.class);
    }
}
