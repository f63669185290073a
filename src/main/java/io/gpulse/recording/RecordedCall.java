package io.gpulse.recording;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A native call as a recording names it.
 *
 * @param symbol the exported name, with its version suffix
 * @param args the integers between the device and the answer; last, for a MIG instance, its number
 * @param ofDevice whether it is about a device
 * @param structVersion the version word of the struct that it fills; 0 for none
 * @param members the positions of the answer's members, by name
 * @param key the key of calls that can share its answer
 */
record RecordedCall(
        String symbol, List<Integer> args, boolean ofDevice, int structVersion, Map<String, Member> members, Key key) {

    private static final String FIELD_VALUES = "nvmlDeviceGetFieldValues";
    private static final int MOST_INSTANCES = 64;
    private static final Set<String> SAMPLES =
            Set.of(GpmMetricsRecord.SAMPLE.symbol(), GpmMetricsRecord.SAMPLE_OF_INSTANCE);

    RecordedCall {
        args = List.copyOf(args);
        members = Map.copyOf(members);
    }

    RecordedCall(String symbol, List<Integer> args, boolean ofDevice, int structVersion, Map<String, Member> members) {
        this(symbol, args, ofDevice, structVersion, members, key(symbol, args, ofDevice, structVersion));
    }

    private static Key key(String symbol, List<Integer> args, boolean ofDevice, int structVersion) {
        return new Key(symbol, symbol.equals(FIELD_VALUES) ? List.of() : args, ofDevice, structVersion);
    }

    /** Returns the call with the shared instance of its key. */
    RecordedCall keyedBy(Key canonical) {
        return new RecordedCall(this.symbol, this.args, this.ofDevice, this.structVersion, this.members, canonical);
    }

    /** The position of a member in an answer, in bytes. */
    record Member(int offset, int bytes) {

        int end() {
            return this.offset + this.bytes;
        }
    }

    /**
     * The key of calls that can share an answer. The number of field values in a call is not part of it, since each is
     * looked up separately.
     */
    record Key(String symbol, List<Integer> args, boolean ofDevice, int structVersion) {

        /** Returns whether the call takes a sample of the performance monitor, of a GPU or a MIG instance. */
        boolean takesSample() {
            return SAMPLES.contains(this.symbol);
        }

        /** Returns whether the call is about the samples that were taken before, and names neither GPU nor instance. */
        boolean comparesSamples() {
            return this.symbol.equals(GpmMetricsRecord.CALL.symbol());
        }
    }

    /** @param device its handle, or the number of a MIG instance */
    static RecordedCall of(long device, Call call) {
        List<Integer> args = new ArrayList<>(call.chosen());
        if (device >= ResponseRedactor.FIRST_INSTANCE && device < ResponseRedactor.FIRST_INSTANCE + MOST_INSTANCES) {
            args.add((int) device);
        }
        Map<String, Member> members = new LinkedHashMap<>();
        for (Layout.Slot slot : call.layout().slots()) {
            members.put(slot.name(), new Member(slot.offset(), slot.bytes()));
        }
        return new RecordedCall(
                call.symbol(),
                args,
                device != NvmlCalls.NO_DEVICE,
                call.layout().versionWord().orElse(0),
                members);
    }

    /** @throws IllegalArgumentException when there is none of this name */
    Member member(String name) {
        Member member = this.members.get(name);
        if (member == null) {
            throw new IllegalArgumentException("No member " + name + " in " + this.symbol);
        }
        return member;
    }

    /** Returns the size of the largest result in bytes. */
    int size() {
        return this.members.values().stream().mapToInt(Member::end).max().orElse(0);
    }

    /** Returns the name in documents: {@code nvmlDeviceGetClockInfo(1)}. */
    String source() {
        return new Call(this.symbol, this.args, Layout.NOTHING).source();
    }
}
