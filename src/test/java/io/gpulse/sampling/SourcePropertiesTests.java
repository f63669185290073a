package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SourcePropertiesTests {

    @ParameterizedTest
    @ValueSource(strings = {"auto", "nvml", "nvidia-smi", "demo", "recording", "none"})
    void everyDocumentedSourceIsBound(String source) {
        assertThat(bound(source).source())
                .hasToString(source.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Test
    void aSourceThatGpulseDoesNotHaveIsRefused() {
        assertThatExceptionOfType(BindException.class).isThrownBy(() -> bound("rocm-smi"));
    }

    private static SourceProperties bound(String source) {
        return new Binder(new MapConfigurationPropertySource(Map.of("gpulse.source", source)))
                .bindOrCreate("gpulse", SourceProperties.class);
    }
}
