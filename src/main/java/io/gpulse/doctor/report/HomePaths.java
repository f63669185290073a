package io.gpulse.doctor.report;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names of users in paths: after {@code /home/}, {@code /Users/} and {@code C:\\Users\\}. */
final class HomePaths {

    /** Below Users, which is not a folder of Linux, a name can have blanks. */
    private static final Pattern NAME = Pattern.compile("(?<=/home/)[^/\\\\:;,\"'\\s]+"
            + "|(?<=[/\\\\]Users[/\\\\])(?:[^/\\\\:;,\"'\\s]+(?: [^/\\\\:;,\"'\\s]+)*(?=[/\\\\])|[^/\\\\:;,\"'\\s]+)");

    private HomePaths() {}

    static Stream<String> names(String text) {
        return NAME.matcher(text).results().map((found) -> found.group());
    }

    static String replaced(String text, UnaryOperator<String> name) {
        return NAME.matcher(text).replaceAll((found) -> Matcher.quoteReplacement(name.apply(found.group())));
    }
}
