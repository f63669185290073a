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

/** The hashes of tokens and passwords. */
final class CredentialStore {

    private final List<Token> tokens;
    private final Map<String, SecurityProperties.User> users;
    private final BCryptPasswordEncoder bcrypt = new BCryptPasswordEncoder();
    private final byte[] salt = new byte[32];

    /** The hash that is verified for an unknown user, so that this takes as long; empty where there are no users. */
    private final String dearest;

    /** Verified passwords: bcrypt is slow by design, and a password is sent with every request. */
    private final Map<String, byte[]> lastRight = new ConcurrentHashMap<>();

    /** The hash of a token, and its caller. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
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

    /** The cost is in the two digits after the kind of hash. */
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
            // The name of the file is omitted: it may be the token, given to the wrong property.
            throw new ExposureException(property + " names a file that cannot be read ("
                    + unreadable.getClass().getSimpleName() + ").");
        } catch (IllegalArgumentException wrong) {
            throw new ExposureException(wrong.getMessage() + ".");
        }
    }

    /** Compares the token with every stored one in full, so that the time reveals nothing. */
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

    /** Returns whether this password was verified before; a fast comparison of hashes. */
    Optional<Authentication> byKnownPassword(String user, String password) {
        byte[] right = this.lastRight.get(user);
        boolean same = right != null && MessageDigest.isEqual(right, digestOf(user, password));
        return same ? Optional.of(opens(user)) : Optional.empty();
    }

    /** Verifies a password with bcrypt: a tenth of a second of CPU, also for an unknown user. */
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
            throw new IllegalStateException("SHA-256 is missing", broken);
        }
    }
}
