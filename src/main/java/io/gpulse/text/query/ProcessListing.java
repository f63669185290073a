package io.gpulse.text.query;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;

/** The properties of a process in nvidia-smi. */
final class ProcessListing {

    static final Property<Listing.ProcessRow> PID = Property.plain(
            "pid", (row) -> Cell.value(Integer.toUnsignedString(row.process().pid())));
    static final Property<Listing.ProcessRow> NAME = Property.plain("process_name", (row) -> name(row.process()));
    static final Property<Listing.ProcessRow> MEMORY = new Property<>(
            "used_gpu_memory", Metric.PROCESS_MEMORY.spec().printing().unit(), (row) -> memory(row.process()));

    private ProcessListing() {}

    private static Cell name(ProcessSample process) {
        String name = process.name();
        return name == null ? Cell.reason("Not Found") : Cell.value(name);
    }

    static Cell memory(ProcessSample process) {
        Reading reading = process.readings().of(Metric.PROCESS_MEMORY).orElse(null);
        if (reading instanceof Reading.Present present) {
            return Cell.value(Metric.PROCESS_MEMORY.spec().printing().cell(present));
        }
        return Cell.notAvailable();
    }
}
