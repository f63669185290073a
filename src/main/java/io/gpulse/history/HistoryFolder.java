package io.gpulse.history;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The folder of the history: as configured, otherwise that of systemd or of the XDG specification. */
final class HistoryFolder {

    private HistoryFolder() {}

    /**
     * Returns the folder; empty when there is none.
     *
     * @param environment returns the value of a variable, or null
     */
    static Optional<Path> of(@Nullable Path configured, UnaryOperator<@Nullable String> environment) {
        if (configured != null) {
            return Optional.of(configured.toAbsolutePath());
        }
        // systemd separates several folders by colons.
        return absolute(environment.apply("STATE_DIRECTORY"))
                .map((all) -> Path.of(all.split(":", 2)[0]))
                .or(() -> absolute(environment.apply("XDG_STATE_HOME")).map((home) -> Path.of(home, "gpulse")))
                .or(() -> absolute(environment.apply("HOME")).map((home) -> Path.of(home, ".local/state/gpulse")));
    }

    private static Optional<String> absolute(@Nullable String path) {
        return Optional.ofNullable(path).filter((text) -> text.startsWith("/") && text.length() > 1);
    }
}
