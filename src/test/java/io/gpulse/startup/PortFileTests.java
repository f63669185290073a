package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

class PortFileTests {

    private final MockEnvironment environment = new MockEnvironment().withProperty("local.server.port", "40123");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void place() {
        this.file = this.folder.resolve("port");
    }

    @Test
    void thePortIsInTheFileWhileGpulseRuns() throws IOException {
        try (GenericApplicationContext context = context(this.file)) {
            assertThat(this.file).hasContent("40123");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(this.file)))
                    .isEqualTo("rw-------");
            assertThat(this.folder).isDirectoryNotContaining("glob:**/.*");
        }

        assertThat(this.file).doesNotExist();
    }

    @Test
    void aLinkIsReplacedAndItsTargetStays() throws IOException {
        Path other = Files.writeString(this.folder.resolve("other"), "text");
        Files.createSymbolicLink(this.file, other);

        try (GenericApplicationContext context = context(this.file)) {
            assertThat(this.file).hasContent("40123");
            assertThat(other).hasContent("text");
        }
    }

    @Test
    void thePortOfALaterGpulseStays() throws IOException {
        try (GenericApplicationContext context = context(this.file)) {
            Files.writeString(this.file, "40124");
        }

        assertThat(this.file).hasContent("40124");
    }

    @Test
    void aFileThatIsGoneIsNoFailureOfTheEnd() throws IOException {
        try (GenericApplicationContext context = context(this.file)) {
            Files.delete(this.file);
        }

        assertThat(this.file).doesNotExist();
    }

    @Test
    void aPlaceWithoutAFolderIsRefusedWithASentence() throws IOException {
        Files.writeString(this.file, "");

        assertRefused(this.folder.resolve("missing/port"), "there is no folder " + this.folder.resolve("missing"));
        assertRefused(this.file.resolve("port"), "there is no folder " + this.file);
        assertRefused(this.folder, "it is a folder");
    }

    @Test
    void aSocketOrADeviceIsNotReplaced() throws IOException {
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(this.file));

            assertRefused(this.file, "it is not a regular file");
        }
    }

    @Test
    void withoutAConfiguredFileNoneIsWritten() {
        try (GenericApplicationContext context = context(null)) {
            assertThat(this.folder).isEmptyDirectory();
        }
    }

    private void assertRefused(Path place, String reason) {
        assertThatThrownBy(() -> new PortFile(new LifecycleProperties(place, false), this.environment))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage("gpulse.port-file=" + place + " is invalid: " + reason + ".");
    }

    private GenericApplicationContext context(Path place) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBean(
                PortFile.class, () -> new PortFile(new LifecycleProperties(place, false), this.environment));
        context.refresh();
        return context;
    }
}
