package io.gpulse.nvml.library;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlLibraryTests {

    private static final String LIBRARY = "7f00-7f10 r-xp 00000000 08:01 42   /usr/lib64/libnvidia-ml.so.1\n";

    @TempDir
    Path directory;

    @Test
    void aMappedFileWhoseNameIsNotUtf8DoesNotHideTheLibrary() throws Exception {
        Path mappings = mappings("7e00-7e10 r--s 00000000 08:01 41   /srv/caf\u00e9\n" + LIBRARY);

        assertThat(NvmlLibrary.mappedFolder(mappings)).contains(Path.of("/usr/lib64"));
    }

    @Test
    void aFolderThatCannotBeSpeltIsUnknown() throws Exception {
        Path mappings = mappings("7e00-7e10 r--s 00000000 08:01 41   /srv/a\0b/libnvidia-ml.so.1\n");

        assertThat(NvmlLibrary.mappedFolder(mappings)).isEmpty();
    }

    @Test
    void withoutMappingsTheFolderIsUnknown() {
        assertThat(NvmlLibrary.mappedFolder(this.directory.resolve("none"))).isEmpty();
    }

    private Path mappings(String text) throws Exception {
        return Files.write(this.directory.resolve("maps"), text.getBytes(ISO_8859_1));
    }
}
