package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The input of a rule for the machine. */
record HostRuleContext(MachineWindow window, Thresholds thresholds) {

    double host(Metric metric) {
        return this.window.host().number(metric).orElse(Double.NaN);
    }

    /** Returns why a metric of the machine is absent; empty when it is present. */
    Optional<Reason> absence(Metric metric) {
        Reading reading = this.window.host().of(metric).orElse(Reading.absent(Reason.NO_DATA));
        return reading instanceof Reading.Absent absent ? Optional.of(absent.reason()) : Optional.empty();
    }

    double hostMean(Metric metric, String windowName) {
        return this.window.hostMean(metric, Duration.ofMillis(this.thresholds.millis(windowName)));
    }

    double threshold(String name) {
        return this.thresholds.of(name);
    }

    Finding finding(String subject, List<GpuWindow> gpus) {
        return new Finding(subject, gpus, this.thresholds);
    }
}
