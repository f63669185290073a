package io.gpulse.nvml;

import io.gpulse.device.Look;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Asks one GPU what the catalogue wants to know. Equal questions are one native call in a look, all field values travel
 * in one, and what the driver refused for good is not asked again in this session. Used by one thread.
 */
final class DeviceReader {

    private static final Reading MIG_ENABLED = Reading.absent(Reason.MIG_ENABLED);

    private final NvmlCalls calls;
    private final long device;
    private final Consumer<String> entering;
    private final Map<Call, Question> questions = new HashMap<>();
    private final Map<Set<Cadence>, FieldBatch> batches = new HashMap<>();
    private final Map<Probe, Reason> refused = new HashMap<>();
    private boolean split;
    private long look;

    /** @param entering is told the symbol before each native call */
    DeviceReader(NvmlCalls calls, long device, Consumer<String> entering) {
        this.calls = calls;
        this.device = device;
        this.entering = entering;
    }

    Look look(Set<Cadence> due) {
        this.look++;
        Tally tally = new Tally();
        try {
            FieldBatch batch = this.batches.computeIfAbsent(due, this::batchOf);
            Map<Metric, Reading> taken = new EnumMap<>(Metric.class);
            for (Metric metric : Metric.of(Scope.GPU)) {
                if (due.contains(metric.spec().cadence())) {
                    taken.put(metric, read(metric.spec(), batch, tally));
                }
            }
            tellOfInstances(taken);
            return tally.look(Readings.of(taken));
        } catch (WholeGpuException verdict) {
            return verdict.look();
        }
    }

    /** A GPU that is split into instances is not less able than others: its engines are told of per instance. */
    private void tellOfInstances(Map<Metric, Reading> taken) {
        Reading mode = taken.get(Metric.MIG_MODE_CURRENT);
        if (mode instanceof Reading.State state) {
            this.split = state.code() == 1;
        }
        if (this.split) {
            taken.replaceAll((metric, reading) -> isOfEngines(metric, reading) ? MIG_ENABLED : reading);
        }
    }

    private static boolean isOfEngines(Metric metric, Reading reading) {
        return metric.spec().panel() == Panel.UTILIZATION && reading.equals(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private FieldBatch batchOf(Set<Cadence> due) {
        List<Probe.Field> fields = new ArrayList<>();
        for (Metric metric : Metric.of(Scope.GPU)) {
            for (Probe probe : metric.spec().probes()) {
                if (due.contains(metric.spec().cadence()) && probe instanceof Probe.Field field) {
                    fields.add(field);
                }
            }
        }
        return new FieldBatch(fields.stream().distinct().toList(), this.calls, this.device);
    }

    /** The first source that answers; when none does, the reason of the last that the driver knows. */
    private Reading read(MetricSpec spec, FieldBatch batch, Tally tally) {
        Reason why = Reason.DRIVER_TOO_OLD;
        for (Probe probe : spec.probes()) {
            Reading reading = readOnce(probe, spec, batch, tally);
            if (!(reading instanceof Reading.Absent absent)) {
                return reading;
            }
            why = absent.reason() == Reason.DRIVER_TOO_OLD ? why : absent.reason();
        }
        return Reading.absent(why);
    }

    private Reading readOnce(Probe probe, MetricSpec spec, FieldBatch batch, Tally tally) {
        Reason known = this.refused.get(probe);
        if (known != null) {
            return Reading.absent(known);
        }
        Reading reading = ask(probe, spec, batch, tally);
        if (reading instanceof Reading.Absent absent && absent.reason().isLasting()) {
            this.refused.put(probe, absent.reason());
        }
        return reading;
    }

    private Reading ask(Probe probe, MetricSpec spec, FieldBatch batch, Tally tally) {
        if (probe instanceof Probe.Member member) {
            Question question = asked(member.call());
            NvmlReturn said = tally.count(question.said());
            return said == NvmlReturn.SUCCESS ? question.read(member.slot(), spec) : Reading.absent(said.reason());
        }
        if (probe instanceof Probe.Field field) {
            NvmlReturn said = tally.count(asked(batch, field));
            return said == NvmlReturn.SUCCESS ? batch.read(field, spec) : Reading.absent(said.reason());
        }
        if (probe instanceof Probe.Joined joined) {
            return join(joined, spec, batch, tally);
        }
        return Reading.absent(Reason.NOT_SUPPORTED);
    }

    private Reading join(Probe.Joined joined, MetricSpec spec, FieldBatch batch, Tally tally) {
        List<String> parts = new ArrayList<>();
        for (Probe part : joined.parts()) {
            Reading reading = ask(part, spec, batch, tally);
            if (reading instanceof Reading.Absent) {
                return reading;
            }
            parts.add(reading.word().orElseThrow());
        }
        return new Reading.Text(String.join(joined.separator(), parts));
    }

    private Question asked(Call call) {
        Question question = this.questions.computeIfAbsent(
                call, (wanted) -> new Question(wanted, this.calls.prepare(this.device, wanted)));
        return asked(question);
    }

    private NvmlReturn asked(FieldBatch batch, Probe.Field field) {
        if (!batch.question().isAskedIn(this.look)) {
            batch.fill();
        }
        NvmlReturn said = asked(batch.question()).said();
        return said == NvmlReturn.SUCCESS ? batch.said(field) : said;
    }

    private Question asked(Question question) {
        if (!question.isAskedIn(this.look)) {
            this.entering.accept(question.symbol());
            NvmlReturn said = question.ask(this.look);
            if (said.concernsWholeGpu()) {
                throw new WholeGpuException(question.symbol(), said);
            }
        }
        return question;
    }
}
