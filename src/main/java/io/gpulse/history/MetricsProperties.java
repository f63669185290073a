package io.gpulse.history;

import io.gpulse.history.accounting.OwnerLabel;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The configuration of series for Prometheus.
 *
 * @param workloads whose use of GPUs has series: off, user, job or pod; at most 32 owners, the others are one
 */
@ConfigurationProperties("gpulse.metrics")
public record MetricsProperties(@DefaultValue("off") OwnerLabel workloads) {}
