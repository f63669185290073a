package io.gpulse.demo;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The demo.
 *
 * @param past whether the history of the demo begins with 24 simulated hours
 */
@ConfigurationProperties("gpulse.demo")
public record DemoProperties(@DefaultValue("true") boolean past) {}
