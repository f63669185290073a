package io.gpulse.view;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of one subject, as numbers and as words, and what is not known. */
public record ReadingsResponse(Map<String, Number> values, Map<String, String> facts, Map<String, Reason> absent) {

    public static ReadingsResponse of(Readings readings, View view) {
        ReadingsResponse answer =
                new ReadingsResponse(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
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
            this.values.put(metric.key(), JsonNumbers.of(quantity.value()));
        } else if (reading instanceof Reading.State state) {
            this.values.put(metric.key(), JsonNumbers.unsigned(state.code()));
            this.facts.put(metric.key(), state.meaning());
        } else if (reading instanceof Reading.Text text) {
            this.facts.put(metric.key(), text.text());
        }
    }
}
