package io.gpulse.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Knows tokens and passwords by what cannot be turned back into them. */
final class CredentialStore {

    private final List<Token> tokens;
    private final Map<String, SecurityProperties.User> users;
    private final BCryptPasswordEncoder bcrypt = new BCryptPasswordEncoder();
    private final byte[] salt = new byte[32];

    /** Looked at for a user who does not exist, so that this takes as long; empty where there are none. */
    private final String dearest;

    /** Looking at a password is made to be slow; one that was right is known again at once. */
    private final Map<String, byte[]> lastRight = new ConcurrentHashMap<>();

    /** A token as it is kept. */
    private record Token(String name, byte[] digest, Authentication opens) {}

    CredentialStore(SecurityProperties properties) {
        new SecureRandom().nextBytes(this.salt);
        this.users = properties.users();
        this.dearest = this.users.values().stream()
                .map(SecurityProperties.User::hash)
                .max(Comparator.comparing(CredentialStore::cost))
                .orElse("");
        this.tokens = new ArrayList<>();
        properties.tokens().forEach((name, token) -> this.tokens.add(kept(name, token)));
    }

    /** Two digits after the kind of hash. */
    private static String cost(String hash) {
        return hash.split("\\$")[2];
    }

    private static Token kept(String name, SecurityProperties.Token token) {
        String secret = token.value() == null ? read(name, token) : token.value();
        return new Token(name, digest(secret), opens(name, AccessScope.authorities(token.scopes())));
    }

    private static String read(String name, SecurityProperties.Token token) {
        String property = "gpulse.security.tokens." + name + ".file";
        try {
            String secret =
                    Files.readString(Objects.requireNonNull(token.file())).strip();
            SecurityProperties.Token.checkSecret(secret, "The token in " + property);
            return secret;
        } catch (IOException | UncheckedIOException unreadable) {
            // Not the name itself: it may be the token, put into the wrong property.
            throw new ExposureException(property + " names a file that cannot be read ("
                    + unreadable.getClass().getSimpleName() + ").");
        } catch (IllegalArgumentException wrong) {
            throw new ExposureException(wrong.getMessage() + ".");
        }
    }

    /** Every token is compared, in full, whichever it is: the time tells nothing. */
    Optional<Authentication> byToken(String presented) {
        byte[] digest = digest(presented);
        Authentication found = null;
        for (Token token : this.tokens) {
            if (MessageDigest.isEqual(token.digest(), digest)) {
                found = token.opens();
            }
        }
        return Optional.ofNullable(found);
    }

    /** Whether this very password was found right before; takes next to no time. */
    Optional<Authentication> byKnownPassword(String user, String password) {
        byte[] right = this.lastRight.get(user);
        boolean same = right != null && MessageDigest.isEqual(right, digestOf(user, password));
        return same ? Optional.of(opens(user)) : Optional.empty();
    }

    /** Takes a tenth of a second of computing, also for a user who does not exist. */
    Optional<Authentication> byPassword(String user, String password) {
        SecurityProperties.@Nullable User known = this.users.get(user);
        String hash = known == null ? this.dearest : known.hash();
        if (hash.isEmpty() || !this.bcrypt.matches(password, hash) || known == null) {
            return Optional.empty();
        }
        this.lastRight.put(user, digestOf(user, password));
        return Optional.of(opens(user));
    }

    private Authentication opens(String user) {
        return opens(
                user,
                AccessScope.authorities(
                        Objects.requireNonNull(this.users.get(user)).scopes()));
    }

    private static Authentication opens(String name, List<GrantedAuthority> authorities) {
        return UsernamePasswordAuthenticationToken.authenticated(name, null, authorities);
    }

    private byte[] digestOf(String user, String password) {
        MessageDigest sha256 = sha256();
        sha256.update(this.salt);
        sha256.update(user.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) 0);
        return sha256.digest(password.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] digest(String secret) {
        return sha256().digest(secret.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException broken) {
            throw new IllegalStateException("Every Java knows SHA-256", broken);
        }
    }
}
