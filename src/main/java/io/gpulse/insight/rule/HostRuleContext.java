package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.List;

/** The input of a rule for the machine. */
record HostRuleContext(MachineWindow window, Thresholds thresholds) {

    double host(Metric metric) {
        return this.window.host().number(metric).orElse(Double.NaN);
    }

    double hostMean(Metric metric, String windowName) {
        return this.window.hostMean(metric, Duration.ofMillis(this.thresholds.millis(windowName)));
    }

    double threshold(String name) {
        return this.thresholds.of(name);
    }

    GpuRuleContext of(GpuWindow gpu) {
        return new GpuRuleContext(this.window, gpu, this.thresholds);
    }

    Finding finding(String subject, List<GpuWindow> gpus) {
        return new Finding(subject, gpus, this.thresholds);
    }
}
