package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.SimulatedPast;
import io.gpulse.nvml.session.ProcessSourceProperties;
import java.time.Duration;
import org.junit.jupiter.api.Test;
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
    void aPropertySwitchesThePastOff() {
        this.context
                .withPropertyValues("gpulse.demo.past=false")
                .run((context) -> assertThat(
                                context.getBean(SimulatedPast.class).length())
                        .isZero());
    }
}
