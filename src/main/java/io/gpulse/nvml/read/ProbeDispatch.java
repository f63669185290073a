package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Answers probes: each kind by the instrument that it is for. */
final class ProbeDispatch {

    private static final String THRESHOLD = "nvmlDeviceGetTemperatureThreshold";

    /** The first four are older than any driver that is in use. */
    private static final int FIRST_OF_NEWER_THRESHOLDS = 4;

    private final ReaderParts instruments;
    private final Links links;

    ProbeDispatch(ReaderParts instruments, Links links) {
        this.instruments = instruments;
        this.links = links;
    }

    /** For whom, and for which row, a probe is answered. */
    record Wanted(ReadPlan subject, UnitConversion meaning) {

        OptionalDouble most() {
            return this.subject.most(this.meaning.spec());
        }
    }

    Reading tell(Probe probe, Wanted wanted) {
        if (probe instanceof Probe.Member member) {
            return tell(member, wanted.meaning());
        }
        if (probe instanceof Probe.Bits bits) {
            return tell(bits, wanted.meaning());
        }
        if (isOtherwiseNumbered(probe)) {
            return Reading.absent(Reason.DRIVER_TOO_OLD);
        }
        if (probe instanceof Probe.Field field) {
            FieldBatch batch = batch();
            int place = batch.place(field);
            NvmlReturn said = count(batch.ask(place));
            return said == NvmlReturn.SUCCESS
                    ? batch.read(place, wanted.meaning())
                    : Reading.absent(Fields.reason(said));
        }
        if (probe instanceof Probe.Joined joined) {
            return join(joined, wanted);
        }
        if (probe instanceof Probe.Rate rate) {
            return tell(rate, wanted);
        }
        return tellByInstrument(probe, wanted);
    }

    /** Whether this driver means something else by the number of the field. */
    boolean isOtherwiseNumbered(Probe probe) {
        Probe field = probe instanceof Probe.Rate rate ? rate.counter() : probe;
        return field instanceof Probe.Field asked
                && !this.instruments.numbering().holds(asked);
    }

    private Reading tellByInstrument(Probe probe, Wanted wanted) {
        if (probe instanceof Probe.Gpm figure) {
            NvmlReturn said = this.instruments.monitor().ask(figure);
            return said == NvmlReturn.SUCCESS
                    ? this.instruments.monitor().read(figure, wanted.meaning())
                    : Reading.absent(said.reason());
        }
        if (probe instanceof Probe.Sampled sampled) {
            SampleRing ring = this.instruments.rings().of(sampled);
            NvmlReturn said = ring.ask();
            return said == NvmlReturn.SUCCESS
                    ? ring.read(sampled.extreme(), wanted.meaning())
                    : Reading.absent(said.reason());
        }
        if (probe instanceof Probe.OverLinks sum) {
            return this.links.sum(sum.row(), wanted.meaning());
        }
        if (probe instanceof Probe.PcieBandwidth bandwidth) {
            return tell(bandwidth, wanted);
        }
        return Reading.absent(Reason.NOT_SUPPORTED);
    }

    private Reading tell(Probe.Member member, UnitConversion meaning) {
        CachedCall question = this.instruments.line().ask(member.call());
        NvmlReturn said = count(question.said());
        return said == NvmlReturn.SUCCESS
                ? question.read(member.slot(), meaning)
                : Reading.absent(reason(said, member.call()));
    }

    /** A driver that does not know one of our choices, a sensor or a threshold, calls it an invalid argument. */
    private static Reason reason(NvmlReturn said, Call call) {
        return said == NvmlReturn.INVALID_ARGUMENT && isYoung(call) ? Reason.DRIVER_TOO_OLD : said.reason();
    }

    /** Elsewhere such an answer is of a handle that has become invalid, and passes. */
    private static boolean isYoung(Call call) {
        return call.hasInputs()
                || call.symbol().equals(THRESHOLD) && call.args().get(0) >= FIRST_OF_NEWER_THRESHOLDS;
    }

    private Reading tell(Probe.Bits bits, UnitConversion meaning) {
        CachedCall question = this.instruments.line().ask(bits.mask().call());
        NvmlReturn said = count(question.said());
        return said == NvmlReturn.SUCCESS ? question.read(bits, meaning) : Reading.absent(said.reason());
    }

    private Reading join(Probe.Joined joined, Wanted wanted) {
        List<String> parts = new ArrayList<>();
        for (Probe part : joined.parts()) {
            Reading reading = tell(part, wanted);
            if (reading instanceof Reading.Absent) {
                return reading;
            }
            parts.add(reading.word().orElseThrow());
        }
        return new Reading.Text(String.join(joined.separator(), parts));
    }

    private Reading tell(Probe.Rate rate, Wanted wanted) {
        FieldBatch batch = batch();
        int place = batch.place(rate.counter());
        NvmlReturn said = count(batch.ask(place));
        if (said != NvmlReturn.SUCCESS) {
            return Reading.absent(Fields.reason(said));
        }
        return batch.count(place)
                .map((now) -> this.instruments.rates().perSecond(rate.counter(), now, wanted.meaning(), wanted.most()))
                .orElse(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private static Reading tell(Probe.PcieBandwidth bandwidth, Wanted wanted) {
        Reading generation = known(bandwidth.generation(), wanted);
        Reading lanes = known(bandwidth.lanes(), wanted);
        if (generation instanceof Reading.Absent || lanes instanceof Reading.Absent) {
            return generation instanceof Reading.Absent ? generation : lanes;
        }
        OptionalDouble perLane =
                PcieGeneration.bytesPerSecond(generation.number().orElse(0));
        return perLane.isPresent()
                ? wanted.meaning().of(perLane.getAsDouble() * lanes.number().orElse(0))
                : Reading.absent(Reason.NO_DATA);
    }

    private static Reading known(Metric metric, Wanted wanted) {
        return wanted.subject().known(metric);
    }

    private FieldBatch batch() {
        return this.instruments.fields().current();
    }

    private NvmlReturn count(NvmlReturn said) {
        return this.instruments.line().count(said);
    }
}
