package io.gpulse;

import io.gpulse.metric.Spelling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The properties that gpulse, Spring and the other libraries are configured by: the list that the build compiles of
 * their metadata.
 */
final class KnownProperties {

    private static final String LIST = "/META-INF/gpulse/known-properties.txt";

    /** What is longer is a misspelling of nothing. */
    private static final int LONGEST = 200;

    /** Of what is misspelt, one letter in so many may differ from a name that is suggested. */
    private static final int LETTERS_FOR_A_FAULT = 3;

    private final List<PropertyName> names;

    private KnownProperties(List<PropertyName> names) {
        this.names = names;
    }

    private record Candidate(String name, boolean whole, int distance) {

        /** Those that most options are of come before all others. */
        private boolean isRemote() {
            return !this.name.startsWith("gpulse.") && !this.name.startsWith("server.");
        }
    }

    static KnownProperties load() {
        try (InputStream list = KnownProperties.class.getResourceAsStream(LIST)) {
            if (list == null) {
                throw new IllegalStateException(LIST + " is missing; mvn process-classes writes it.");
            }
            return of(new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8)).lines());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static KnownProperties of(Stream<String> names) {
        return new KnownProperties(names.map(PropertyName::of).toList());
    }

    /** Those below a prefix only. */
    KnownProperties below(String prefix) {
        return of(names().filter((name) -> name.startsWith(prefix + ".")));
    }

    Stream<String> names() {
        return this.names.stream().map(PropertyName::toString);
    }

    boolean contains(String name) {
        PropertyName asked = PropertyName.of(name);
        return this.names.stream().anyMatch(asked::isMeantBy);
    }

    /** The known name that is most like it, or whose ending is; empty when none is alike. */
    Optional<String> nearest(String name) {
        if (name.length() > LONGEST) {
            return Optional.empty();
        }
        PropertyName asked = PropertyName.of(asOption(name));
        String misspelt = asked.endings().get(0);
        int most = misspelt.length() / LETTERS_FOR_A_FAULT;
        return this.names.stream()
                .filter((known) -> !known.toString().endsWith("." + PropertyName.CHOSEN))
                .map((known) -> candidate(known.withNamesOf(asked), misspelt))
                .filter((candidate) -> candidate.distance <= most)
                .min(Comparator.comparingInt(Candidate::distance)
                        .thenComparing(Candidate::whole, Comparator.reverseOrder())
                        .thenComparing(Candidate::isRemote)
                        .thenComparingInt((candidate) -> candidate.name.length())
                        .thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    /** {@code SERVER_PORT} is the form of environment variables. */
    private static String asOption(String name) {
        return name.indexOf('.') < 0 ? name.replace('_', '.') : name;
    }

    private static Candidate candidate(String name, String misspelt) {
        String certain = name.replaceFirst("\\." + PropertyName.PLACEHOLDER + "$", "");
        List<String> endings = PropertyName.of(certain).endings();
        int whole = Spelling.distance(misspelt, endings.get(0));
        int nearest = endings.stream()
                .mapToInt((ending) -> Spelling.distance(misspelt, ending))
                .min()
                .orElse(whole);
        return new Candidate(name, nearest == whole, nearest);
    }
}
