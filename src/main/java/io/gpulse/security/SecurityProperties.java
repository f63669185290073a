package io.gpulse.security;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Authentication. Without tokens and users every client may read, and gpulse must listen on this machine only.
 *
 * @param anonymous permissions of clients without credentials; {@code read}: everything but command lines
 * @param tokens {@code NAME.value} or {@code NAME.file}, and {@code NAME.scopes}; sent as {@code Authorization:
 *     Bearer}
 * @param users {@code NAME.password}, a bcrypt hash, and {@code NAME.scopes}; sent as HTTP basic, or used at the
 *     login page
 * @param hosts further host names of gpulse, without port; {@code *.example.org} includes all subdomains, {@code *}
 *     all names
 * @param frameAncestors further origins that may embed gpulse in a frame
 */
@ConfigurationProperties("gpulse.security")
record SecurityProperties(
        @DefaultValue("none") Anonymous anonymous,
        @DefaultValue Map<String, Token> tokens,
        @DefaultValue Map<String, User> users,
        @DefaultValue List<String> hosts,
        @DefaultValue List<String> frameAncestors) {

    private static final String HERE = "gpulse.security.";
    private static final int LEAST_TOKEN = 16;
    private static final Pattern BCRYPT =
            Pattern.compile("(\\{bcrypt\\})?\\$2[aby]\\$(0[4-9]|1[0-6])\\$[./A-Za-z0-9]{53}");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");
    private static final Pattern HOST = Pattern.compile("\\*|(\\*\\.)?[A-Za-z0-9._-]+");
    private static final Pattern ANCESTOR = Pattern.compile("[^\\s;,'\"]+");

    SecurityProperties {
        tokens.forEach((name, token) -> token.check(HERE + "tokens." + name));
        users.forEach((name, user) -> user.check(name, HERE + "users." + name));
        hosts.forEach((host) -> require(
                HOST.matcher(host).matches(),
                HERE + "hosts contains " + host + ", which is not a host name; write it without scheme and port"));
        frameAncestors.forEach((origin) -> require(
                ANCESTOR.matcher(origin).matches(),
                HERE + "frame-ancestors contains " + origin
                        + ", which is not an origin; write it as in https://hub.example.org"));
        tokens = Map.copyOf(tokens);
        users = Map.copyOf(users);
    }

    boolean hasCredentials() {
        return !this.tokens.isEmpty() || !this.users.isEmpty();
    }

    /** The access of clients without credentials. */
    Set<AccessScope> ofEveryone() {
        if (this.anonymous == Anonymous.READ) {
            return Set.of(AccessScope.READ, AccessScope.SCRAPE);
        }
        return hasCredentials()
                ? Set.of()
                : Set.of(AccessScope.READ, AccessScope.READ_FLEET, AccessScope.SCRAPE, AccessScope.WRITE);
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Returns the scopes of clients without credentials. */
    enum Anonymous {
        NONE,
        READ
    }

    /**
     * A bearer token.
     *
     * @param value the token itself
     * @param file the file that contains only the token
     * @param scopes its scopes
     */
    record Token(
            @Nullable String value,
            @Nullable Path file,
            @DefaultValue("read") Set<AccessScope> scopes) {

        void check(String name) {
            require((this.value == null) != (this.file == null), name + " needs one of value and file");
            if (this.value != null) {
                checkSecret(this.value, name + ".value");
            }
        }

        static void checkSecret(String secret, String name) {
            require(
                    secret.length() >= LEAST_TOKEN,
                    name + " is shorter than " + LEAST_TOKEN + " characters; 'openssl rand -hex 32' makes a good one");
            require(
                    TOKEN.matcher(secret).matches(),
                    name + " has characters that a header cannot carry; use A-Z, a-z, 0-9 and ._~+/=-");
        }

        /** Omits the secret. */
        @Override
        public String toString() {
            return "Token" + this.scopes;
        }
    }

    /**
     * A user with a password.
     *
     * @param password the bcrypt hash of the password
     * @param scopes its scopes
     */
    record User(
            @Nullable String password, @DefaultValue("read") Set<AccessScope> scopes) {

        void check(String user, String name) {
            require(!user.contains(":"), name + " has a colon in its name, which HTTP basic cannot carry");
            require(
                    this.password != null && BCRYPT.matcher(this.password).matches(),
                    name + ".password is not a bcrypt hash; 'java -jar gpulse.jar password' makes one");
        }

        String hash() {
            return this.password == null ? "" : this.password.replaceFirst("^\\{bcrypt\\}", "");
        }

        /** Omits the hash, which allows guessing offline. */
        @Override
        public String toString() {
            return "User" + this.scopes;
        }
    }
}
