package io.gpulse.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import io.gpulse.recording.RecordedCall.Member;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Replaces values that identify a machine, a board or its users: UUIDs, serial and part numbers, bus ids, names of
 * processes. Addresses of memory are always replaced, since they mean nothing in another process.
 */
final class ResponseRedactor {

    private static final String HANDLE = "nvmlDeviceGetHandleByIndex_v2";
    static final String HANDLE_OF_INSTANCE = "nvmlDeviceGetMigDeviceHandleByIndex";

    /** Beyond the handles of GPUs, and below all addresses. */
    static final int FIRST_INSTANCE = 1 << 16;

    private static final String MONITOR_SAMPLE = "monitor sample";
    private static final int MONITOR_RECORDS = GpmMetricsRecord.offset("metrics");
    private static final int NAMES = GpmMetricRecord.offset("metricInfo.shortName");

    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final boolean masks;
    private final Map<String, UnaryOperator<String>> words = Map.of(
            "nvmlDeviceGetUUID",
            this.pseudonyms::uuid,
            "nvmlDeviceGetSerial",
            (value) -> this.pseudonyms.digits("serial", value),
            "nvmlDeviceGetBoardPartNumber",
            (value) -> this.pseudonyms.digits("part number", value),
            "nvmlSystemGetProcessName",
            (value) -> "process-" + this.pseudonyms.number("process", value));

    /** @param masks whether identifying values are replaced in addition to addresses */
    ResponseRedactor(boolean masks) {
        this.masks = masks;
    }

    /** Replaces values in place and clears the bytes after the end of a text, which are undefined. */
    void apply(RecordedCall call, byte[] answer) {
        replaceAddresses(call, answer);
        if (!this.masks) {
            return;
        }
        UnaryOperator<String> word = this.words.get(call.symbol());
        if (word != null) {
            replace(answer, call.members().getOrDefault("", new Member(0, 0)), word);
        }
        switch (call.symbol()) {
            case "nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfoExt" -> replaceBus(call, answer);
            case "nvmlDeviceGetPlatformInfo" -> {
                replaceBytes("guid", answer, call.member("ibGuid"));
                replaceBytes("chassis", answer, call.member("chassisSerialNumber"));
            }
            case "nvmlDeviceGetHostname_v1" -> replaceBytes("host", answer, call.member("value"));
            case "nvmlDeviceGetGpuFabricInfoV" -> replaceBytes("cluster", answer, call.member("clusterUuid"));
            default -> {}
        }
    }

    private void replaceAddresses(RecordedCall call, byte[] answer) {
        switch (call.symbol()) {
            case HANDLE ->
                putLong(answer, new Member(0, Long.BYTES), call.args().get(0) + 1);
            case HANDLE_OF_INSTANCE ->
                putLong(
                        answer,
                        new Member(0, Long.BYTES),
                        FIRST_INSTANCE + call.args().get(0));
            case "nvmlGpmSampleAlloc" -> replaceAddress(answer, new Member(0, Long.BYTES));
            case "nvmlGpmSampleGet", GpmMetricsRecord.SAMPLE_OF_INSTANCE, "nvmlGpmSampleFree" ->
                replaceAddress(answer, call.member("gpmSample"));
            case "nvmlGpmMetricsGet" -> {
                replaceAddress(answer, call.member("sample1"));
                replaceAddress(answer, call.member("sample2"));
                clearNames(answer);
            }
            default -> {}
        }
    }

    private void replaceAddress(byte[] answer, Member member) {
        long address = memory(answer).getLong(member.offset());
        if (address != 0) {
            putLong(answer, member, this.pseudonyms.number(MONITOR_SAMPLE, Long.toHexString(address)));
        }
    }

    /** Clears the pointers to names after each value. */
    private static void clearNames(byte[] answer) {
        for (int record = MONITOR_RECORDS; record + RecordSeries.BYTES <= answer.length; record += RecordSeries.BYTES) {
            Arrays.fill(answer, record + NAMES, record + RecordSeries.BYTES, (byte) 0);
        }
    }

    private static void replace(byte[] answer, Member member, UnaryOperator<String> word) {
        String previous = text(answer, member);
        put(answer, member, previous.isEmpty() ? previous : word.apply(previous));
    }

    /** Replaces the bus id of a GPU by a unique one, in every form of it. */
    private void replaceBus(RecordedCall call, byte[] answer) {
        ByteBuffer memory = memory(answer);
        int domain = memory.getInt(call.member("domain").offset());
        int bus = memory.getInt(call.member("bus").offset());
        int device = memory.getInt(call.member("device").offset());
        int number = this.pseudonyms.number("bus", domain + ":" + bus + ":" + device);
        memory.putInt(call.member("domain").offset(), number >> 8);
        memory.putInt(call.member("bus").offset(), number & 0xff);
        memory.putInt(call.member("device").offset(), 0);
        String shortForm = String.format(Locale.ROOT, "%04X:%02X:00.0", number >> 8, number & 0xff);
        for (String form : new String[] {"busId", "busIdLegacy"}) {
            Member member = call.members().get(form);
            if (member != null && !text(answer, member).isEmpty()) {
                put(answer, member, form.equals("busId") ? "0000" + shortForm : shortForm);
            }
        }
    }

    /** Replaces bytes unless all are zero, which means absent. */
    private void replaceBytes(String kind, byte[] answer, Member member) {
        byte[] value = Arrays.copyOfRange(answer, member.offset(), member.end());
        if (Arrays.equals(value, new byte[value.length])) {
            return;
        }
        int number = this.pseudonyms.number(kind, HexFormat.of().formatHex(value));
        Arrays.fill(answer, member.offset(), member.end(), (byte) 0);
        byte[] digits = String.format(Locale.ROOT, "%04d", number).getBytes(ISO_8859_1);
        System.arraycopy(digits, 0, answer, member.offset(), digits.length);
    }

    private static String text(byte[] answer, Member member) {
        int end = member.offset();
        while (end < member.end() && answer[end] != 0) {
            end++;
        }
        return new String(answer, member.offset(), end - member.offset(), ISO_8859_1);
    }

    private static void put(byte[] answer, Member member, String text) {
        Arrays.fill(answer, member.offset(), member.end(), (byte) 0);
        byte[] bytes = text.getBytes(ISO_8859_1);
        System.arraycopy(bytes, 0, answer, member.offset(), Math.min(bytes.length, member.bytes() - 1));
    }

    private static void putLong(byte[] answer, Member member, long number) {
        memory(answer).putLong(member.offset(), number);
    }

    private static ByteBuffer memory(byte[] answer) {
        return ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
    }
}
