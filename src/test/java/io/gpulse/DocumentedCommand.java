package io.gpulse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A command in a block of a document that is tagged {@code sh}.
 *
 * @param line the number of its first line
 * @param text as it is written, often with a comment
 */
record DocumentedCommand(String document, int line, String text) {

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final Pattern BLOCK = Pattern.compile("(?m)^```sh\\n([\\s\\S]*?)^```");

    /** Returns the commands of a document, from top to bottom. */
    static List<DocumentedCommand> of(String document) {
        List<DocumentedCommand> commands = new ArrayList<>();
        String written = read(document);
        BLOCK.matcher(written).results().forEach((block) -> {
            int line = (int) written.substring(0, block.start(1)).lines().count() + 1;
            StringBuilder command = new StringBuilder();
            for (String next : block.group(1).lines().toList()) {
                command.append(next).append('\n');
                if (isComplete(command.toString())) {
                    commands.add(new DocumentedCommand(
                            document, line, command.toString().strip()));
                    line += (int) command.toString().lines().count();
                    command.setLength(0);
                }
            }
            if (!command.isEmpty()) {
                commands.add(new DocumentedCommand(document, line, command.toString()));
            }
        });
        return commands;
    }

    /** Returns whether a shell would run this text without waiting for another line. */
    private static boolean isComplete(String text) {
        try {
            return !text.endsWith("\\\n")
                    && new ProcessBuilder("bash", "-n", "-c", text)
                                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                                    .start()
                                    .waitFor()
                            == 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    private static String read(String document) {
        try {
            return Files.readString(BASE.resolve(document));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** Returns the place and the beginning, as the name of a test. */
    @Override
    public String toString() {
        return this.document + ":" + this.line + ": "
                + this.text.lines().findFirst().orElse("");
    }
}
