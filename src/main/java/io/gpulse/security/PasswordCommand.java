package io.gpulse.security;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** The command {@code java -jar gpulse.jar password}, which hashes a password for the configuration. */
public final class PasswordCommand {

    private static final int MOST_BYTES = 72;

    private PasswordCommand() {}

    /** Reads a password from the terminal without echo, or a line of standard input, and prints its bcrypt hash. */
    public static void main(String[] args) {
        if (!printHash(read(System.console()), System.out, System.err)) {
            System.exit(2);
        }
    }

    /** Prints the hash of a password, or why it cannot be one; returns whether it was hashed. */
    static boolean printHash(@Nullable String password, PrintStream out, PrintStream errors) {
        if (password == null || password.isEmpty()) {
            errors.println("The password is empty.");
            return false;
        }
        if (password.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            errors.println("A password has at most " + MOST_BYTES + " bytes: bcrypt ignores the rest.");
            return false;
        }
        out.println(new BCryptPasswordEncoder().encode(password));
        return true;
    }

    private static @Nullable String read(@Nullable Console console) {
        if (console != null) {
            char[] typed = console.readPassword("Password: ");
            return typed == null ? null : new String(typed);
        }
        try {
            return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
