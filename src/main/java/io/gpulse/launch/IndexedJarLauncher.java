package io.gpulse.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The main class of gpulse's jar. Boot's own launcher finds a class by asking one nested jar after the other; this one
 * knows by an index where it lies. Where the jar has none, and for Boot's tools, it is Boot's that starts.
 */
public final class IndexedJarLauncher {

    private static final String LOADER = "org.springframework.boot.loader.";

    private IndexedJarLauncher() {}

    public static void main(String[] arguments) throws Throwable {
        byte[] index = System.getProperty("jarmode") == null ? index() : null;
        if (index == null) {
            run(Class.forName(LOADER + "launch.JarLauncher"), arguments);
            return;
        }
        File file = file();
        Class.forName(LOADER + "net.protocol.Handlers").getMethod("register").invoke(null);
        ClassLoader loader = new IndexedClassLoader(
                IndexedJar.open(file, new JarIndex(index)), IndexedJarLauncher.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        run(Class.forName(mainClass(file), false, loader), arguments);
    }

    private static byte @Nullable [] index() throws IOException {
        try (InputStream in = IndexedJarLauncher.class.getClassLoader().getResourceAsStream(JarIndex.PATH)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    private static File file() throws URISyntaxException {
        return new File(IndexedJarLauncher.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static String mainClass(File file) throws IOException {
        try (JarFile jar = new JarFile(file)) {
            return jar.getManifest().getMainAttributes().getValue("Start-Class");
        }
    }

    private static void run(Class<?> main, String[] arguments) throws Throwable {
        Method method = main.getMethod("main", String[].class);
        try {
            method.invoke(null, (Object) arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
