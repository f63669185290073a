package io.gpulse.launch;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** gpulse's jar, read at the places that its index names. */
final class IndexedJar {

    private static final int LOCAL_HEADER = 0x04034b50;
    private static final int HEADER_BYTES = 30;
    private static final int METHOD = 8;
    private static final int NAME_LENGTH = 26;
    private static final int EXTRA_LENGTH = 28;
    private static final int DEFLATED = 8;

    private final JarIndex index;
    private final RandomAccessFile file;
    private final List<URL> roots = new ArrayList<>();
    // One for each thread that loads at the same time.
    private final Queue<Inflater> inflaters = new ConcurrentLinkedQueue<>();

    /** How a place of the class path is addressed. */
    interface Addresses {
        URL of(String root) throws MalformedURLException;
    }

    IndexedJar(File jar, JarIndex index, Addresses addresses) throws IOException {
        this.index = index;
        this.file = new RandomAccessFile(jar, "r");
        for (String root : index.roots()) {
            this.roots.add(addresses.of(root));
        }
    }

    /** The addresses are those of Boot's own class loader, whose handler opens them. */
    static IndexedJar open(File jar, JarIndex index) throws IOException {
        String address =
                "jar:nested:" + jar.getAbsoluteFile().toURI().getRawPath().replace("!", "%21") + "/!";
        return new IndexedJar(jar, index, (root) -> new URL(address + root + "!/"));
    }

    URL root(JarIndex.Entry entry) {
        return this.roots.get(entry.root());
    }

    List<URL> roots() {
        return this.roots;
    }

    List<JarIndex.Entry> find(String name) {
        return this.index.candidates(name);
    }

    /** The content of this entry, or null where it has another name. */
    byte @Nullable [] read(String name, JarIndex.Entry entry) throws IOException {
        if (!entry.hasVersions()) {
            ByteBuffer raw = readRaw(entry);
            if (isOf(raw, name) && start(raw) + entry.compressed() <= raw.limit()) {
                return content(raw, entry);
            }
        }
        // The jar was changed since it was built, or the entry depends on the version of Java.
        try (InputStream in = new URL(root(entry), name).openStream()) {
            return in.readAllBytes();
        } catch (FileNotFoundException otherName) {
            return null;
        }
    }

    /** The address of this entry, or null where it has another name. */
    @Nullable
    URL address(String name, JarIndex.Entry entry) throws IOException {
        boolean named = entry.hasVersions()
                ? read(name, entry) != null
                : isOf(readRaw(new JarIndex.Entry(entry.root(), entry.offset(), 0, 0)), name)
                        || read(name, entry) != null;
        return named ? new URL(root(entry), name) : null;
    }

    private ByteBuffer readRaw(JarIndex.Entry entry) throws IOException {
        byte[] raw = new byte[entry.mostBytes()];
        int length = 0;
        synchronized (this.file) {
            this.file.seek(entry.offset());
            for (int read = 0; read >= 0 && length < raw.length; length += Math.max(0, read)) {
                read = this.file.read(raw, length, raw.length - length);
            }
        }
        return ByteBuffer.wrap(raw, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static boolean isOf(ByteBuffer raw, String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        return raw.limit() >= HEADER_BYTES + wanted.length && raw.getInt(0) == LOCAL_HEADER && endsWith(raw, wanted);
    }

    /** Of gpulse's own classes the name in the jar begins with their folder. */
    private static boolean endsWith(ByteBuffer raw, byte[] wanted) {
        int end = HEADER_BYTES + raw.getShort(NAME_LENGTH);
        if (end > raw.limit() || end - wanted.length < HEADER_BYTES) {
            return false;
        }
        return ByteBuffer.wrap(raw.array(), end - wanted.length, wanted.length).equals(ByteBuffer.wrap(wanted));
    }

    private static int start(ByteBuffer raw) {
        return HEADER_BYTES + raw.getShort(NAME_LENGTH) + raw.getShort(EXTRA_LENGTH);
    }

    private byte[] content(ByteBuffer raw, JarIndex.Entry entry) throws IOException {
        int start = start(raw);
        byte[] content = new byte[entry.length()];
        if (raw.getShort(METHOD) != DEFLATED) {
            raw.get(start, content);
            return content;
        }
        Inflater pooled = this.inflaters.poll();
        Inflater inflater = pooled == null ? new Inflater(true) : pooled;
        try {
            inflater.setInput(raw.array(), start, entry.compressed());
            if (inflater.inflate(content) != content.length) {
                throw new IOException("An entry is shorter than its index says");
            }
            return content;
        } catch (DataFormatException broken) {
            throw new IOException(broken);
        } finally {
            inflater.reset();
            this.inflaters.add(inflater);
        }
    }
}
