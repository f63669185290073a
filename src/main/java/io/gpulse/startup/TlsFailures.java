package io.gpulse.startup;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** Describes a wrong TLS configuration in one sentence, by the messages of Spring, which has no exceptions for it. */
final class TlsFailures {

    private static final Pattern STORE = Pattern.compile("Unable to create (key|trust) store: (.*)", Pattern.DOTALL);
    private static final Pattern BUNDLE = Pattern.compile("Unable to register SSL bundle '(.*)'");

    private TlsFailures() {}

    static @Nullable String sentence(Throwable cause) {
        if (cause instanceof NoSuchSslBundleException unknown) {
            return "Invalid server.ssl.bundle=" + unknown.getBundleName() + ": must be the name of a bundle,"
                    + " such as web where spring.ssl.bundle.pem.web is configured.";
        }
        String message = String.valueOf(cause.getMessage());
        Matcher bundle = BUNDLE.matcher(message);
        if (cause instanceof IllegalStateException && bundle.matches()) {
            return "spring.ssl.bundle.pem." + bundle.group(1) + " cannot be used: " + lastWords(cause) + ".";
        }
        Matcher store = STORE.matcher(message);
        return cause instanceof IllegalStateException && store.find() ? unusable(store) : null;
    }

    private static String unusable(Matcher store) {
        String which = store.group(1).equals("key")
                ? "The certificate and key of server.ssl (spring.ssl.bundle.pem.NAME.keystore of its bundle)"
                : "The certificates that server.ssl trusts (spring.ssl.bundle.pem.NAME.truststore of its bundle)";
        return which + " cannot be used: " + store.group(2) + ".";
    }

    private static String lastWords(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .reduce("", (outer, inner) -> inner);
    }
}
