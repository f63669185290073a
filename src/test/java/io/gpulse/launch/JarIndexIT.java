package io.gpulse.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JarIndexIT {

    private static final File JAR = new File(System.getProperty("packaged.jar"));

    @Test
    void everyClassOfEveryLibraryIsFoundWhereItIs() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (JarFile jar = new JarFile(JAR)) {
            IndexedJar indexed =
                    new IndexedJar(JAR, index(jar), (root) -> new URL(null, "test:" + root, new Nowhere()));

            for (JarEntry library : jar.stream().filter(JarIndexIT::isLibrary).toList()) {
                wrong.addAll(wrongIn(new JarInputStream(jar.getInputStream(library)), indexed));
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void theClassPathHasTheOrderOfTheJar() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            List<String> libraries = jar.stream()
                    .filter(JarIndexIT::isLibrary)
                    .map(JarEntry::getName)
                    .toList();

            List<String> roots = index(jar).roots();

            assertThat(roots).startsWith("BOOT-INF/classes/");
            assertThat(roots.subList(1, roots.size())).isEqualTo(libraries);
        }
    }

    private static boolean isLibrary(JarEntry entry) {
        return entry.getName().startsWith("BOOT-INF/lib/") && entry.getName().endsWith(".jar");
    }

    private static JarIndex index(JarFile jar) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(JarIndex.PATH))) {
            return new JarIndex(in.readAllBytes());
        }
    }

    /** Those of some versions of Java are read by their address, which nobody serves here. */
    private static Set<String> wrongIn(JarInputStream library, IndexedJar indexed) throws IOException {
        List<String> names = new ArrayList<>();
        for (JarEntry entry = library.getNextJarEntry(); entry != null; entry = library.getNextJarEntry()) {
            if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                byte[] content = library.readAllBytes();
                if (!isFound(entry.getName(), content.length, indexed)) {
                    names.add(entry.getName());
                }
            }
        }
        return names.stream().collect(Collectors.toSet());
    }

    private static boolean isFound(String name, int length, IndexedJar indexed) throws IOException {
        for (JarIndex.Entry entry : indexed.find(name)) {
            if (entry.hasVersions()) {
                return true;
            }
            byte[] content = indexed.read(name, entry);
            if (content != null && content.length == length) {
                return true;
            }
        }
        return false;
    }

    private static final class Nowhere extends URLStreamHandler {

        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new IOException(url.toString());
        }
    }
}
