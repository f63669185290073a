package io.gpulse.bench;

import io.gpulse.bench.hello.Hello;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A jar as Spring Boot builds it, with {@link Hello} and the libraries of the WebFlux starter. */
final class HelloJar {

    private static final String LOADER = "org/springframework/boot/loader/";
    private static final String LIBRARIES = "BOOT-INF/lib/";
    private static final String CLASSES = "BOOT-INF/classes/";
    private static final Pattern OF_STARTER =
            Pattern.compile("BOOT-INF/lib/(" + String.join("|", starter()) + ").*\\.jar");

    private HelloJar() {}

    private static List<String> starter() {
        return List.of(
                "commons-logging-",
                "jackson-annotations-",
                "jackson-(core|databind)-3",
                "jakarta.annotation-api-",
                "jspecify-",
                "jul-to-slf4j-",
                "log4j-",
                "logback-",
                "micrometer-(commons|observation)-",
                "netty-",
                "reactive-streams-",
                "reactor-",
                "slf4j-api-",
                "snakeyaml-",
                "spring-(aop|beans|context|core|expression|web|webflux)-\\d",
                "spring-boot-\\d",
                "spring-boot-(autoconfigure|http-codec|jackson|netty|reactor|reactor-netty|web-server|webflux)-\\d");
    }

    /** Builds the jar from that of gpulse. */
    static Path from(Path gpulse, Path made) throws IOException {
        try (JarFile jar = new JarFile(gpulse.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(made))) {
            put(out, JarFile.MANIFEST_NAME, manifest(jar), ZipEntry.DEFLATED);
            for (JarEntry entry : jar.stream().filter(HelloJar::isTaken).toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    put(out, entry.getName(), in.readAllBytes(), entry.getMethod());
                }
            }
            put(out, CLASSES, new byte[0], ZipEntry.STORED);
            String name = Hello.class.getName().replace('.', '/') + ".class";
            try (InputStream in = Hello.class.getClassLoader().getResourceAsStream(name)) {
                put(out, CLASSES + name, in.readAllBytes(), ZipEntry.DEFLATED);
            }
        }
        return made;
    }

    private static boolean isTaken(JarEntry entry) {
        String name = entry.getName();
        return name.startsWith(LOADER)
                || name.equals(LIBRARIES)
                || OF_STARTER.matcher(name).matches();
    }

    private static byte[] manifest(JarFile jar) throws IOException {
        Manifest manifest = new Manifest(jar.getManifest());
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, LOADER.replace('/', '.') + "launch.JarLauncher");
        manifest.getMainAttributes().putValue("Start-Class", Hello.class.getName());
        manifest.getMainAttributes().remove(new Attributes.Name("Spring-Boot-Classpath-Index"));
        manifest.getMainAttributes().remove(new Attributes.Name("Spring-Boot-Layers-Index"));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        manifest.write(written);
        return written.toByteArray();
    }

    private static void put(ZipOutputStream out, String name, byte[] content, int method) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(method);
        if (method == ZipEntry.STORED) {
            CRC32 check = new CRC32();
            check.update(content);
            entry.setCrc(check.getValue());
            entry.setSize(content.length);
        }
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
