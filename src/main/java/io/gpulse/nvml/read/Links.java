package io.gpulse.nvml.read;

import io.gpulse.device.LinkSample;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** The NVLinks of a GPU. How many there are is asked once in a session. */
final class Links {

    /** More than any GPU has; guards against a driver that answers for every number. */
    private static final int MOST = 36;

    private static final Probe.Field LINK_COUNT = new Probe.Field(91, 0);

    private final ReaderParts instruments;
    private final ProbeDispatch teller;
    private final List<ReadPlan> links = new ArrayList<>();
    private boolean counted;

    Links(ReaderParts instruments) {
        this.instruments = instruments;
        this.teller = new ProbeDispatch(instruments, this);
    }

    ProbeDispatch teller() {
        return this.teller;
    }

    /** None before {@link #countOnce()}. */
    List<ReadPlan> subjects() {
        return this.links;
    }

    void countOnce() {
        if (this.counted) {
            return;
        }
        int links = toldCount();
        for (int link = 0; link < links; link++) {
            int number = link;
            this.links.add(new ReadPlan(Scope.LINK, (probe) -> probe.ofLink(number), this.teller));
        }
        this.counted = true;
    }

    private int toldCount() {
        FieldBatch batch = new FieldBatch(List.of(LINK_COUNT), this.instruments.line());
        int place = batch.place(LINK_COUNT);
        if (batch.ask(place) != NvmlReturn.SUCCESS) {
            return walk();
        }
        long told = batch.count(place).map(CounterValue::raw).orElse(0L);
        return (int) Math.min(MOST, told);
    }

    /** Older drivers do not tell how many links there are, but refuse one that there is not. */
    private int walk() {
        int link = 0;
        while (link < MOST && this.instruments.line().ask(stateOf(link)).said() == NvmlReturn.SUCCESS) {
            link++;
        }
        return link;
    }

    private static Call stateOf(int link) {
        return Call.u32("nvmlDeviceGetNvLinkState", link);
    }

    List<LinkSample> look(Set<Cadence> due) {
        List<LinkSample> samples = new ArrayList<>();
        for (ReadPlan link : this.links) {
            samples.add(new LinkSample(samples.size(), link.look(due)));
        }
        return samples;
    }

    /**
     * What all links that are up tell together.
     *
     * @return absent when one of them does not tell it, or when there is none
     */
    Reading sum(Metric row, UnitConversion meaning) {
        if (this.links.isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        double sum = 0;
        int up = 0;
        for (ReadPlan link : this.links) {
            if (!link.isDown()) {
                Reading reading = link.known(row);
                OptionalDouble number = reading.number();
                if (number.isEmpty()) {
                    return reading;
                }
                sum += number.getAsDouble();
                up++;
            }
        }
        return up > 0 || row == Metric.LINK_STATE ? meaning.of(sum) : Reading.absent(Reason.NOT_SUPPORTED);
    }
}
