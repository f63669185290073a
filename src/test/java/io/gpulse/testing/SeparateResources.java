package io.gpulse.testing;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Network threads of one server alone. A server with the shared ones would, when it stops, stop the threads of the
 * other servers and the connections of the clients of this JVM. Not a {@code @Configuration}: gpulse would scan it too.
 */
public class SeparateResources {

    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setShutdownQuietPeriod(Duration.ZERO);
        return resources;
    }
}
