package io.gpulse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs that print something and end. */
final class Children {

    private Children() {}

    /** Waits for its end. */
    static List<String> linesOf(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        Thread end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (Machine.exitOf(process) != 0) {
                throw new IOException(builder.command() + " failed: " + said);
            }
            return said.lines().toList();
        } finally {
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }
}
