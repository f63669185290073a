package io.gpulse.api;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of one subject, as numbers and as words, and what is not known. */
record ReadingsAnswer(Map<String, Number> values, Map<String, String> facts, Map<String, Reason> absent) {

    static ReadingsAnswer of(Readings readings, View view) {
        ReadingsAnswer answer = new ReadingsAnswer(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        readings.forEach((metric, reading) -> {
            if (view.shows(metric)) {
                answer.add(metric, view.shown(metric, reading));
            }
        });
        return answer;
    }

    private void add(Metric metric, Reading reading) {
        if (reading instanceof Reading.Absent absence) {
            this.absent.put(metric.key(), absence.reason());
        } else if (reading instanceof Reading.Quantity quantity) {
            this.values.put(metric.key(), Figures.of(quantity.value()));
        } else if (reading instanceof Reading.State state) {
            this.values.put(metric.key(), Figures.unsigned(state.code()));
            this.facts.put(metric.key(), state.meaning());
        } else if (reading instanceof Reading.Text text) {
            this.facts.put(metric.key(), text.text());
        }
    }
}
