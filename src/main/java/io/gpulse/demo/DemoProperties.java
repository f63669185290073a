package io.gpulse.demo;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The demo.
 *
 * @param past whether the history of the demo begins with 24 simulated hours
 * @param mig whether the demo has a ninth GPU, which is split into MIG instances
 */
@ConfigurationProperties("gpulse.demo")
public record DemoProperties(
        @DefaultValue("true") boolean past,
        @DefaultValue("false") boolean mig) {}
