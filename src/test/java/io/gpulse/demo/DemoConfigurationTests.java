package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSource;
import io.gpulse.device.SimulatedPast;
import io.gpulse.nvml.session.ProcessSourceProperties;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DemoConfigurationTests {

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withUserConfiguration(DemoConfiguration.class)
            .withBean(ProcessSourceProperties.class, () -> new ProcessSourceProperties(true));

    @Test
    void theDemoHasAPastOfADay() {
        this.context.run((context) ->
                assertThat(context.getBean(SimulatedPast.class).length()).isEqualTo(Duration.ofHours(24)));
    }

    @Test
    void aPropertySetsTheNumberOfGpusNowAndInThePast() {
        this.context.withPropertyValues("gpulse.demo.gpus=2").run((context) -> {
            assertThat(context.getBean(SimulatedPast.class).gpus()).hasSize(2);
            assertThat(context.getBean(GpuSource.class).open().gpuCount()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "gpulse.demo.gpus=0, a whole number from 1 to 16",
        "gpulse.demo.gpus=17, a whole number from 1 to 16",
        "gpulse.demo.mig=true gpulse.demo.gpus=2, 8 with gpulse.demo.mig"
    })
    void otherNumbersOfGpusAreRefused(String properties, String expected) {
        this.context
                .withPropertyValues(properties.split(" "))
                .run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining(expected));
    }

    @Test
    void aPropertySwitchesThePastOff() {
        this.context
                .withPropertyValues("gpulse.demo.past=false")
                .run((context) -> assertThat(
                                context.getBean(SimulatedPast.class).length())
                        .isZero());
    }
}
