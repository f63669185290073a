package io.gpulse.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.metric.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a file holds, it is replayed or refused in one sentence. */
class RecordingReaderTests {

    private static final String HEADER = """
            {"format":"gpulse-recording","version":1,"gpulse":"0.1.0","recordedAt":"2026-11-22T15:00:00Z",\
            "everyMillis":1000,"masked":true}
            """;
    private static final String COUNT = """
            {"call":0,"symbol":"nvmlDeviceGetCount_v2","args":[],"device":false,"structVersion":0,"members":{"":[0,4]}}
            """;
    private static final String OPEN = "{\"segment\":0,\"phase\":\"OPEN\",\"at\":0}\n";
    private static final String END = "{\"end\":9,\"invocations\":1}\n";

    @TempDir
    private Path directory;

    private Path file() {
        return this.directory.resolve("a.recording");
    }

    private Path packed(String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file()))) {
            out.write(text.getBytes(UTF_8));
        }
        return file();
    }

    private void assertRefused(Path file, String sentence) {
        assertThatThrownBy(() -> RecordingReader.read(file))
                .isInstanceOf(InvalidRecordingException.class)
                .hasMessageContaining(sentence)
                .hasMessageContaining(file.toString())
                .message()
                .doesNotContain("\n")
                .endsWith(".");
    }

    private static String invocation(String more) {
        return "{\"in\":0,\"do\":0,\"at\":1,\"took\":1,\"code\":0" + more + "}\n";
    }

    @Test
    void aWrittenRecordingIsRead() throws IOException {
        RecordingWriter writer = RecordingWriter.to(file(), new Header("0.1.0", Recorded.AT, 500, false));
        RecordedCall call = RecordedCall.of(7, Call.u32("nvmlDeviceGetPowerUsage", 3));
        int segment = writer.begin(Phase.LOOK, 2, 10, Set.of());
        writer.add(segment, new Invocation(call, 11, 5, 0, new byte[] {1, 2}));
        writer.add(segment, new Invocation(call, 17, 5, 0, new byte[] {1, 2}));
        writer.add(segment, new Invocation(call, 23, 5, 3, Invocation.NO_ANSWER));
        writer.add(segment, new Invocation(call, 30, Invocation.HANGS, 0, Invocation.NO_ANSWER));
        assertThat(Files.exists(file())).as("before its end").isFalse();
        assertThat(writer.close(40)).isEqualTo(4);

        Recording recording = RecordingReader.read(file());

        assertThat(recording.header()).isEqualTo(new Header("0.1.0", Recorded.AT, 500, false));
        assertThat(recording.nanos()).isEqualTo(40);
        List<Invocation> read = recording
                .gpu(2)
                .of(Phase.LOOK)
                .get(0)
                .of(recording.canonical(call.key()).orElseThrow());
        assertThat(read).extracting(Invocation::call).containsOnly(call);
        assertThat(read).extracting(Invocation::at).containsExactly(11L, 17L, 23L, 30L);
        assertThat(read).extracting(Invocation::code).containsExactly(0, 0, 3, 0);
        assertThat(read).extracting(Invocation::hangs).containsExactly(false, false, false, true);
        assertThat(read.get(1).answer()).containsExactly(1, 2);
    }

    @Test
    void aFileThatIsThereAlreadyIsNotWrittenOver() throws IOException {
        Files.writeString(file(), "mine");

        assertThatThrownBy(() -> RecordingWriter.to(file(), new Header("0.1.0", Recorded.AT, 500, false)))
                .isInstanceOf(InvalidRecordingException.class)
                .hasMessage(file() + " exists already.");
        assertThat(file()).hasContent("mine");
    }

    @Test
    void aFileThatIsNoRecordingIsRefused() throws IOException {
        assertRefused(this.directory.resolve("none"), "There is no recording");
        assertRefused(this.directory, "is no file.");
        assertRefused(Files.writeString(this.directory.resolve("empty"), ""), "is cut short.");
        assertRefused(Files.writeString(this.directory.resolve("text"), "hello, world"), "is not a recording");
        assertRefused(packed("hello, world"), "is not a recording of gpulse.");
        assertRefused(packed("{\"format\":\"another\",\"version\":1}"), "is not a recording of gpulse.");
        assertRefused(packed("[1,2,3]"), "is not a recording of gpulse.");
        assertRefused(packed(""), "is not a recording of gpulse.");
    }

    @Test
    void oneOfALaterVersionIsRefusedByNamingBoth() throws IOException {
        assertRefused(
                packed(HEADER.replace("\"version\":1", "\"version\":2")),
                "is a recording of version 2; this gpulse reads up to 1. Use a newer gpulse.");
    }

    @Test
    void aRecordingTruncatedAnywhereIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(packed(HEADER + COUNT + OPEN + invocation(",\"answer\":\"Ag==\"") + END));
        RecordingReader.read(file());
        for (int length = 0; length < whole.length; length++) {
            Path cut = Files.write(this.directory.resolve("cut"), Arrays.copyOf(whole, length));

            assertRefused(cut, "is");
        }
        assertRefused(packed(HEADER + COUNT + OPEN), "is cut short.");
        assertRefused(packed(HEADER + COUNT.substring(0, 30)), "is cut short.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"segment":1,"phase":"OPEN","at":0}                                  | segments are out of order
            {"segment":0,"phase":"DANCE","at":0}                                 | "phase" is missing or wrong
            {"segment":0,"phase":"LOOK","gpu":256,"at":0}                        | "gpu" is missing or wrong
            {"segment":0,"phase":"LOOK","gpu":-1,"at":0}                         | "gpu" is missing or wrong
            {"segment":0,"phase":"LOOK","gpu":0,"at":-1}                         | "at" is missing or wrong
            {"segment":0,"phase":"LOOK","gpu":0,"at":0,"due":["NEVER"]}          | "due" is missing or wrong
            {"in":0,"do":0,"at":1,"took":1,"code":0}                             | "in" is missing or wrong
            {"call":0,"symbol":"a b","args":[],"device":false,"structVersion":0,"members":{}} | "symbol" is no name
            {"call":0,"symbol":"a","args":[],"device":false,"structVersion":0,"members":{"":[0,9999999]}} | outside
            {"call":0,"symbol":"a","args":[],"device":false,"structVersion":0,"members":{"":[-4,4]}}      | outside
            {"call":0,"symbol":"a","args":[],"device":true,"structVersion":0,"members":{"":[9999999999999,1]}} | outside
            {"call":0,"symbol":"a","args":["1"],"device":false,"structVersion":0,"members":{}} | "args" is missing
            {"hello":1}                                                          | a line of an unknown kind
            {"segment":0,"phase":null,"at":0}                                    | of a kind that gpulse does not write
            {"segment":0.5}                                                      | of a kind that gpulse does not write
            {"segment":[[[[[[[[[[]]]]]]]]]]}                                     | holds more than gpulse replays
            {"segment":99999999999999999999999999}                               | holds more than gpulse replays
            """)
    void aContradictionIsRefused(String line, String sentence) throws IOException {
        assertRefused(packed(HEADER + line + "\n"), sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ,"answer":"AQIDBAUGBwgJ"     | is longer than its call
            ,"answer":"/////w=="         | more GPUs than a machine has
            ,"answer":"AAABAAA="         | more GPUs than a machine has
            ,"answer":"%%%%"             | "answer" is missing or wrong
            ,"again":true                | repeats one that is not there
            ,"code":99999999999          | "code" is missing or wrong
            """)
    void anAnswerWithAWrongLengthIsRefused(String more, String sentence) throws IOException {
        assertRefused(packed(HEADER + COUNT + OPEN + invocation(more) + END), sentence);
    }

    @Test
    void anEndThatDoesNotFitIsRefused() throws IOException {
        String startedAt = HEADER + COUNT + OPEN + invocation(",\"answer\":\"Ag==\"");
        assertRefused(packed(startedAt + "{\"end\":1,\"invocations\":1}"), "its end does not fit the rest");
        assertRefused(packed(startedAt + "{\"end\":9,\"invocations\":2}"), "its end does not fit the rest");
        assertRefused(packed(startedAt + END + END), "it continues after its end");
    }

    @Test
    void aBombIsRefusedBeforeItGoesOff() throws IOException {
        String big = Base64.getEncoder().encodeToString(new byte[3 << 20]);
        assertRefused(packed(HEADER + COUNT + OPEN + invocation(",\"answer\":\"" + big + "\"")), "more than gpulse");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file()))) {
            out.write((HEADER + COUNT + OPEN).getBytes(UTF_8));
            byte[] one = invocation("").getBytes(UTF_8);
            for (long bytes = 0; bytes <= Limits.KEPT; bytes += Limits.INVOCATION) {
                out.write(one);
            }
        }
        assertRefused(file(), "holds more than gpulse replays.");
    }

    @Test
    void noByteThatIsWrongDoesHarm() throws IOException {
        String whole = HEADER + COUNT + OPEN + invocation(",\"answer\":\"Ag==\"") + END;
        byte[] plain = whole.getBytes(UTF_8);
        int refused = 0;
        for (int place = 0; place < plain.length; place++) {
            for (byte wrong : new byte[] {0, '"', '}', '9', '-', (byte) 0xff}) {
                byte[] changed = plain.clone();
                changed[place] = wrong;
                refused += readsOrRefuses(changed) ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(plain.length);
    }

    private boolean readsOrRefuses(byte[] text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file()))) {
            out.write(text);
        }
        try {
            RecordingReader.read(file());
            return true;
        } catch (InvalidRecordingException refused) {
            return false;
        }
    }

    @Test
    void everyLineIsOneObject() throws IOException {
        RecordingWriter writer = RecordingWriter.to(file(), new Header("0.1.0", Recorded.AT, 500, false));
        writer.begin(Phase.OPEN, Segment.NO_GPU, 1, Set.of());
        writer.close(2);

        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file()))) {
            assertThat(new String(in.readAllBytes(), UTF_8).lines())
                    .hasSize(3)
                    .allMatch((line) -> line.startsWith("{") && line.endsWith("}"));
        }
    }
}
