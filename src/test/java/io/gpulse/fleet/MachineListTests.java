package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The configured addresses of machines. */
class MachineListTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "gpu-2, http://gpu-2",
        "gpu-2:8080, http://gpu-2:8080",
        "HTTPS://GPU-2.lab/gpulse/, https://gpu-2.lab/gpulse",
        "http://[::1]:8080, http://[::1]:8080",
        "10.0.0.7:80, http://10.0.0.7:80"
    })
    void anAddressIsWrittenAsPeopleWriteIt(String written, String base) {
        assertThat(MachineAddress.parse(written).base()).hasToString(base);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://gpu-2",
                "http://",
                "gpu 2",
                "http://gpu-2/?a=b",
                "http://gpu-2/#x",
                "http://gpu_2:8080x",
                "file:///etc/passwd",
                "http://gpu-2:99999",
                "http://gpu-2:0",
                "a/b://gpu",
                "://gpu",
                "http://gpu-2 colour=red"
            })
    void anotherEntryIsRefused(String written) {
        assertThatIllegalArgumentException().isThrownBy(() -> MachineAddress.parse(written));
    }

    @Test
    void aUserInAnAddressIsRefusedAndNotRepeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MachineAddress.parse("http://anna:secret@gpu-2"))
                .withMessageContaining("token-file")
                .withMessageNotContaining("secret");
    }

    @Test
    void aTokenIsSentByTlsOrToThisMachineOnly() throws IOException {
        Path token = Files.writeString(this.folder.resolve("token"), "0123456789abcdef\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MachineAddress.parse("http://gpu-2:8080 token-file=" + token))
                .withMessageContaining("insecure=true");

        for (String allowed : List.of("https://gpu-2", "localhost:8080", "127.0.0.2", "http://[::1]:80")) {
            assertThat(MachineAddress.parse(allowed + " token-file=" + token).token())
                    .contains("0123456789abcdef");
        }
        assertThat(MachineAddress.parse("gpu-2 insecure=true token-file=" + token)
                        .token())
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost.evil.org", "127.0.0.1.evil.org", "1270.0.0.1", "[::1:1]"})
    void aHostThatLooksLikeThisMachineGetsNoTokenByHttp(String host) throws IOException {
        Path token = Files.writeString(this.folder.resolve("token"), "0123456789abcdef");
        assertThatIllegalArgumentException().isThrownBy(() -> MachineAddress.parse(host + " token-file=" + token));
    }

    @Test
    void aFileOfTokensThatIsMissingOrHasNoneIsRefused() throws IOException {
        Path empty = Files.writeString(this.folder.resolve("empty"), "two words\nand lines");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MachineAddress.parse("https://a token-file=" + this.folder.resolve("none")))
                .withMessageContaining("cannot be read")
                .withMessageNotContaining("none");
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() ->
                        MachineAddress.parse("https://a token-file=" + empty).token()))
                .isInstanceOf(MachineException.class);
    }

    @Test
    void aListOfAnyLengthIsCheckedInOneSentence() {
        List<String> many =
                IntStream.range(0, 10_000).mapToObj((n) -> "gpu-" + n).toList();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MachineList(many, null))
                .withMessage("gpulse.machines: 10000 machines are too many; a list has at most 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MachineList(List.of("a", "http://A"), null))
                .withMessage("gpulse.machines: http://a is listed twice");
        assertThat(new MachineList(many.subList(0, 64), null).all()).hasSize(64);
    }

    @Test
    void theFileIsReadAgainWhenItChangesAndKeptWhileItIsWrong() throws IOException {
        Path file = Files.writeString(this.folder.resolve("machines"), "# the lab\na:1\n\nb:2 # with a remark\n");
        MachineList list = new MachineList(List.of("c:3"), file);
        assertThat(list.all()).extracting(MachineAddress::label).containsExactly("c:3", "a:1", "b:2");

        change(file, "a:1\nnot an address\n");
        assertThatIllegalArgumentException().isThrownBy(list::reload);
        assertThat(list.all()).hasSize(3);

        Files.delete(file);
        assertThatIllegalArgumentException().isThrownBy(list::reload).withMessageContaining("cannot be read");
        assertThat(list.all()).hasSize(3);

        change(file, String.join("\n", Collections.nCopies(70_000, "#")));
        assertThatIllegalArgumentException().isThrownBy(list::reload).withMessageContaining("64 KiB");

        change(file, "d:4\n");
        list.reload();
        assertThat(list.all()).extracting(MachineAddress::label).containsExactly("c:3", "d:4");
    }

    @Test
    void aMachineOfBothPlacesIsRefused() throws IOException {
        Path file = Files.writeString(this.folder.resolve("machines"), "a:1\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MachineList(List.of("a:1"), file))
                .withMessageContaining("listed twice");
    }

    private static void change(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(text.length())));
    }
}
