package io.gpulse.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.build.JarIndexer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexedClassLoaderTests {

    private static final String PACKAGE = "io/gpulse/launch/";
    private static final String MANIFEST = "Manifest-Version: 1.0\nMain-Class: some.Main\n\n";
    private static final String OF_LIBRARY = "Manifest-Version: 1.0\nImplementation-Version: 1.2\n\n";

    @TempDir
    private Path folder;

    /** What Boot's handler would answer. */
    private final Map<String, byte[]> byAddress = new HashMap<>();

    private File jar;

    static class Own {}

    static class OfLibrary {}

    static class ForNewerJava {}

    @BeforeEach
    void buildJar() throws IOException {
        Map<String, byte[]> library = new LinkedHashMap<>();
        library.put(JarFile.MANIFEST_NAME, OF_LIBRARY.getBytes(StandardCharsets.UTF_8));
        library.put("shared.txt", text("second"));
        library.put(path(OfLibrary.class), bytes(OfLibrary.class));
        library.put(path(ForNewerJava.class), text("older"));
        library.put("META-INF/versions/9/" + path(ForNewerJava.class), bytes(ForNewerJava.class));
        Map<String, byte[]> outer = new LinkedHashMap<>();
        outer.put(JarFile.MANIFEST_NAME, text(MANIFEST));
        outer.put("BOOT-INF/classes/shared.txt", text("first"));
        outer.put("BOOT-INF/classes/" + path(Own.class), bytes(Own.class));
        outer.put("BOOT-INF/lib/library.jar", zip(library));
        this.jar = this.folder.resolve("gpulse.jar").toFile();
        Files.write(this.jar.toPath(), zip(outer));
        this.byAddress.put("BOOT-INF/lib/library.jar!/" + path(ForNewerJava.class), bytes(ForNewerJava.class));
        JarIndexer.main(
                new String[] {this.jar.toString(), Path.of("target", "classes").toString()});
    }

    @Test
    void loadsOwnClassesAndThoseOfLibraries() throws Exception {
        ClassLoader loader = loader();

        assertThat(loader.loadClass(Own.class.getName()).getClassLoader()).isSameAs(loader);
        assertThat(loader.loadClass(OfLibrary.class.getName()).getClassLoader()).isSameAs(loader);
        assertThat(loader.loadClass(OfLibrary.class.getName()))
                .isSameAs(loader.loadClass(OfLibrary.class.getName()))
                .isNotSameAs(OfLibrary.class);
    }

    @Test
    void tellsWhereAClassComesFrom() throws Exception {
        Class<?> loaded = loader().loadClass(OfLibrary.class.getName());

        assertThat(loaded.getProtectionDomain().getCodeSource().getLocation())
                .hasToString("test:BOOT-INF/lib/library.jar!/");
        assertThat(loaded.getPackage().getImplementationVersion()).isEqualTo("1.2");
    }

    @Test
    void aClassForThisVersionOfJavaIsReadByItsAddress() throws Exception {
        ClassLoader loader = loader();

        assertThat(loader.loadClass(ForNewerJava.class.getName()).getClassLoader())
                .isSameAs(loader);
    }

    @Test
    void whatTheJarDoesNotHoldIsItsParents() throws Exception {
        assertThat(loader().loadClass("java.lang.String")).isSameAs(String.class);
        assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader().loadClass("no.such.Type"));
    }

    @Test
    void resourcesStandInTheOrderOfTheClassPath() throws Exception {
        ClassLoader loader = loader();

        assertThat(loader.getResource("shared.txt")).hasToString("test:BOOT-INF/classes/!/shared.txt");
        assertThat(Collections.list(loader.getResources("shared.txt")))
                .extracting(URL::toString)
                .containsExactly("test:BOOT-INF/classes/!/shared.txt", "test:BOOT-INF/lib/library.jar!/shared.txt");
        assertThat(loader.getResource("none.txt")).isNull();
    }

    @Test
    void anIndexThatDoesNotFitTheJarIsNotBelieved() throws Exception {
        JarIndex index = index();
        byte[] moved = new byte[(int) this.jar.length() + 7];
        System.arraycopy(Files.readAllBytes(this.jar.toPath()), 0, moved, 7, moved.length - 7);
        Files.write(this.jar.toPath(), moved);
        this.byAddress.put("BOOT-INF/lib/library.jar!/" + path(OfLibrary.class), bytes(OfLibrary.class));

        ClassLoader loader = loader(index);

        assertThat(loader.loadClass(OfLibrary.class.getName()).getClassLoader()).isSameAs(loader);
    }

    @Test
    void theJarStartsByTheLauncher() throws IOException {
        try (JarFile indexed = new JarFile(this.jar)) {
            assertThat(indexed.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo(IndexedJarLauncher.class.getName());
            assertThat(indexed.getEntry(PACKAGE + "IndexedJarLauncher.class")).isNotNull();
            assertThat(indexed.getEntry("BOOT-INF/lib/library.jar").getMethod()).isEqualTo(ZipEntry.STORED);
        }
    }

    private ClassLoader loader() throws IOException {
        return loader(index());
    }

    private ClassLoader loader(JarIndex index) throws IOException {
        return new IndexedClassLoader(
                new IndexedJar(this.jar, index, (root) -> new URL(null, "test:" + root + "!/", new Nested())),
                ClassLoader.getPlatformClassLoader());
    }

    private JarIndex index() throws IOException {
        try (JarFile indexed = new JarFile(this.jar);
                InputStream in = indexed.getInputStream(indexed.getEntry(JarIndex.PATH))) {
            return new JarIndex(in.readAllBytes());
        }
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                if (each.getKey().endsWith(".jar")) {
                    CRC32 check = new CRC32();
                    check.update(each.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setCrc(check.getValue());
                    entry.setSize(each.getValue().length);
                }
                zip.putNextEntry(entry);
                zip.write(each.getValue());
            }
        }
        return out.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String path(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getClassLoader().getResourceAsStream(path(type))) {
            return in.readAllBytes();
        }
    }

    private final class Nested extends URLStreamHandler {

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {

                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    byte[] content = IndexedClassLoaderTests.this.byAddress.get(url.getPath());
                    if (content == null) {
                        throw new FileNotFoundException(url.toString());
                    }
                    return new ByteArrayInputStream(content);
                }
            };
        }
    }
}
