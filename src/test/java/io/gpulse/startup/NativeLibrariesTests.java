package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTests {

    @TempDir
    Path folder;

    @Test
    void areInTheFolderOfTheProcessorNextToTheJar() throws Exception {
        Path x86 = Files.createDirectories(this.folder.resolve("native/x86_64"));
        URI jar = this.folder.resolve("a b.jar").toUri();

        assertThat(NativeLibraries.nextTo(jar, "amd64")).contains(new NativeLibraries(x86));
        assertThat(NativeLibraries.nextTo(jar, "riscv64")).isEmpty();
    }

    @Test
    void areNotSearchedForTheJarInOneFile() {
        URI nested = URI.create("jar:nested:" + this.folder + "/gpulse.jar/!BOOT-INF/classes/!/");

        assertThat(NativeLibraries.nextTo(nested, "amd64")).isEmpty();
    }
}
