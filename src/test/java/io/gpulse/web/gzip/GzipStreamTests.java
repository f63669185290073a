package io.gpulse.web.gzip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipStreamTests {

    @Test
    void blocksInAnyOrderFormAValidStream() throws IOException {
        GzipBlock head = GzipBlock.store(utf8("id:1\ndata:"));
        GzipBlock body = GzipBlock.compress(utf8("{\"power.draw\":629.5}".repeat(900)));
        GzipBlock end = GzipBlock.store(utf8("\n\n"));
        GzipBlock event = head.then(body).then(end);

        byte[] read = unzipped(List.of(event, body, end, event, head));

        assertThat(new String(read, UTF_8)).isEqualTo(text(event) + text(body) + text(end) + text(event) + text(head));
    }

    @Test
    void emptyStreamIsValid() throws IOException {
        assertThat(unzipped(List.of())).isEmpty();
        assertThat(unzipped(List.of(GzipBlock.store(utf8("")), GzipBlock.compress(utf8("")))))
                .isEmpty();
    }

    @Test
    void repetitionsAreCompressed() {
        GzipBlock block = GzipBlock.compress(utf8("\"utilization.gpu\":97,".repeat(1000)));

        assertThat(block.size()).isLessThan(block.length() / 50);
        assertThat(text(block)).hasSize(21_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 8191, 8192, 8193, 65_535, 200_000, 3_000_000})
    void noiseOfAnyLengthIsRestored(int length) throws IOException {
        byte[] noise = new byte[length];
        new Random(length).nextBytes(noise);
        GzipBlock block = GzipBlock.compress(ByteBuffer.wrap(noise));

        assertThat(plain(block)).isEqualTo(noise);
        assertThat(unzipped(List.of(block, block))).hasSize(2 * length).endsWith(noise);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 64, 1000, 65_536, 1_000_003})
    void checksumIsComputedFromThoseOfTheParts(int length) {
        byte[] whole = new byte[length + 77];
        new Random(77).nextBytes(whole);

        int joined = Crc32Shift.over(length).join(crc(whole, 0, 77), crc(whole, 77, length));

        assertThat(joined).isEqualTo(crc(whole, 0, whole.length));
    }

    @Test
    void blockIsTheSameWithinALargerOne() throws IOException {
        GzipBlock head = GzipBlock.store(utf8("head"));
        GzipBlock body = GzipBlock.compress(utf8("body ".repeat(500)));
        GzipBlock within = body.within(head.then(body).then(head), head.size());

        assertThat(unzipped(List.of(within, within))).isEqualTo(("body ".repeat(1000)).getBytes(UTF_8));
        assertThat(new GZIPInputStream(new ByteArrayInputStream(array(GzipStream.of(within)))).readAllBytes())
                .hasSize(2500);
    }

    @Test
    void storedBlockHasAMaximum() {
        GzipBlock most = GzipBlock.store(ByteBuffer.allocate(65_535));

        assertThat(most.size()).isEqualTo(65_540);
        assertThat(plain(most)).hasSize(65_535);
        assertThatIllegalArgumentException().isThrownBy(() -> GzipBlock.store(ByteBuffer.allocate(65_536)));
    }

    private static byte[] unzipped(List<GzipBlock> blocks) throws IOException {
        GzipStream stream = new GzipStream();
        List<ByteBuffer> parts = new ArrayList<>(List.of(GzipStream.header()));
        blocks.forEach((block) -> parts.add(stream.add(block)));
        parts.add(stream.trailer());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuffer part : parts) {
            bytes.write(array(part));
        }
        // Reads to the trailer, and fails when its checksum or its length is wrong.
        return new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes();
    }

    private static byte[] plain(GzipBlock block) {
        byte[] plain = new byte[block.length()];
        block.inflate(plain, 0);
        return plain;
    }

    private static String text(GzipBlock block) {
        return new String(plain(block), UTF_8);
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    private static int crc(byte[] bytes, int from, int count) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, count);
        return (int) crc.getValue();
    }
}
