package io.gpulse.ui;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.ResourceLoader;

/** A class path on which the dashboard's files are those of a folder, whether the real ones were built or not. */
final class BuiltUi extends ClassLoader {

    static final String EMBED = "{\"version\":1}";

    private static final String STATIC = "static/";
    private static final String ROUTES = """
            ["/","/GPU-Utilization","/GPU-Memory","/GPU-Resources","/PCIe-Throughput","/NVLink-Throughput",\
            "/NVLink-Timeline","/Machine-Resources","/Processes","/gpus/{index}"]
            """;

    private final Path folder;

    private BuiltUi(Path folder) {
        super(BuiltUi.class.getClassLoader());
        this.folder = folder;
    }

    /** A page, its routes, a redirect and a script, as Vite leaves them. */
    static ResourceLoader in(Path folder) {
        try {
            Files.writeString(
                    folder.resolve("index.html"),
                    "<!doctype html><head><base href=\"/\" /><script src=\"./assets/app-1a2b.js\"></script></head>");
            Files.writeString(folder.resolve("routes.json"), ROUTES);
            Files.writeString(folder.resolve("redirects.json"), "{\"/Events\":\"/Timeline\"}");
            Files.writeString(folder.resolve("embed.json"), EMBED);
            Path assets = Files.createDirectory(folder.resolve("assets"));
            Files.writeString(assets.resolve("app-1a2b.js"), script());
            Files.write(assets.resolve("app-1a2b.js.gz"), zipped(script()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new DefaultResourceLoader(new BuiltUi(folder));
    }

    /** As -DskipUi leaves it: without the folder of the dashboard. */
    static ResourceLoader missing(Path folder) {
        return new DefaultResourceLoader(new BuiltUi(folder.resolve("none")));
    }

    static String script() {
        return "console.log('gpulse');\n".repeat(100);
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Override
    public @Nullable URL getResource(String name) {
        if (!name.startsWith(STATIC)) {
            return super.getResource(name);
        }
        Path file = this.folder.resolve(name.substring(STATIC.length()));
        try {
            return Files.exists(file) ? file.toUri().toURL() : null;
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        URL resource = getResource(name);
        try {
            return resource == null ? null : resource.openStream();
        } catch (IOException gone) {
            return null;
        }
    }
}
