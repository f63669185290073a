package io.gpulse.build;

import io.gpulse.launch.JarIndex;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Puts an index of all entries into gpulse's jar, and the launcher that reads it. */
public final class JarIndexer {

    private static final String LAUNCHER = "io/gpulse/launch/";
    private static final String MAIN = "io.gpulse.launch.IndexedJarLauncher";
    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String LIBRARIES = "BOOT-INF/lib/";

    private final JarIndex.Builder index = new JarIndex.Builder();
    private final List<Written> libraries = new ArrayList<>();
    private final CountingOutputStream out;
    private final ZipOutputStream zip;
    private final int ownClasses;

    /** A nested jar, and where its bytes begin in the file. */
    private record Written(String name, int start, byte[] content) {}

    private JarIndexer(OutputStream file) {
        this.out = new CountingOutputStream(file);
        this.zip = new ZipOutputStream(this.out);
        this.ownClasses = this.index.root(CLASSES);
    }

    /** Takes the jar, and the folder of the compiled classes. */
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path indexed = jar.resolveSibling(jar.getFileName() + ".indexed");
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(indexed))) {
            new JarIndexer(file).write(jar, Path.of(args[1]));
        }
        Files.move(indexed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(Path jar, Path classes) throws IOException {
        try (ZipFile original = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(original.entries())) {
                if (entry.getName().startsWith(LAUNCHER) || entry.getName().equals(JarIndex.PATH)) {
                    continue;
                }
                try (InputStream in = original.getInputStream(entry)) {
                    copy(entry, in.readAllBytes());
                }
            }
            ZipEntry example = original.getEntry(JarFile.MANIFEST_NAME);
            copyLauncher(example, classes.resolve(LAUNCHER));
            for (Written library : this.libraries) {
                addEntries(library);
            }
            put(like(example, JarIndex.PATH, ZipEntry.DEFLATED), this.index.build());
        }
        this.zip.finish();
    }

    private void copyLauncher(ZipEntry example, Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = LAUNCHER + file.getFileName();
                if (!name.endsWith("/package-info.class")) {
                    put(like(example, name, ZipEntry.DEFLATED), Files.readAllBytes(file));
                }
            }
        }
    }

    private void copy(ZipEntry original, byte[] content) throws IOException {
        String name = original.getName();
        int start = this.out.count();
        ZipEntry copied = like(original, name, original.getMethod());
        put(copied, name.equals(JarFile.MANIFEST_NAME) ? withLauncher(content) : content);
        if (name.startsWith(CLASSES) && name.length() > CLASSES.length()) {
            this.index.entry(
                    name.substring(CLASSES.length()),
                    new JarIndex.Entry(this.ownClasses, start, (int) copied.getCompressedSize(), content.length));
        } else if (name.startsWith(LIBRARIES) && name.endsWith(".jar")) {
            this.libraries.add(new Written(name, this.out.count() - content.length, content));
        }
    }

    private void put(ZipEntry entry, byte[] content) throws IOException {
        if (entry.getMethod() == ZipEntry.STORED) {
            CRC32 check = new CRC32();
            check.update(content);
            entry.setCrc(check.getValue());
            entry.setSize(content.length);
        }
        this.zip.putNextEntry(entry);
        this.zip.write(content);
        this.zip.closeEntry();
        this.zip.flush();
    }

    private static ZipEntry like(ZipEntry original, String name, int method) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(original.getTimeLocal());
        entry.setMethod(method);
        return entry;
    }

    private static byte[] withLauncher(byte[] written) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(written));
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private void addEntries(Written library) {
        int root = this.index.root(library.name());
        for (ZipDirectory.Entry entry : ZipDirectory.read(library.content())) {
            this.index.entry(
                    entry.name(),
                    new JarIndex.Entry(
                            root,
                            library.start() + entry.offset(),
                            entry.hasVersions() ? -1 : entry.compressed(),
                            entry.length()));
        }
    }
}
