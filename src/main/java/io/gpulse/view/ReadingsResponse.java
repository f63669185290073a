package io.gpulse.view;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The readings of one subject. They are properties of the subject itself in JSON.
 *
 * @param values Numbers by catalogue key, in the catalogue's unit. Unknown ones are not listed.
 * @param facts Words by catalogue key: the meaning of each state, and all texts.
 * @param absent Reason of each row that is neither in `values` nor in `facts`, by catalogue key.
 */
@Schema(name = ReadingsResponse.SCHEMA)
public record ReadingsResponse(Map<String, Number> values, Map<String, String> facts, Map<String, Reason> absent) {

    /** Its properties are described where they are used: the contract has no schema of this name. */
    static final String SCHEMA = "Readings";

    public static ReadingsResponse of(Readings readings, View view) {
        ReadingsResponse response =
                new ReadingsResponse(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        readings.forEach((metric, reading) -> {
            if (view.shows(metric)) {
                response.add(metric, view.shown(metric, reading));
            }
        });
        return response;
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
