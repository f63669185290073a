package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of another gpulse.
 *
 * @param base scheme, host, port and path prefix, without a slash at the end
 * @param tokenFile the file that contains only a token; null for none
 * @param ca certificates, as PEM; null for those of the JVM
 */
record MachineAddress(
        URI base, @Nullable Path tokenFile, @Nullable Path ca) {

    private static final String TOKEN_FILE = "token-file";
    private static final int LARGEST_PORT = 65_535;
    private static final Set<String> OPTIONS = Set.of(TOKEN_FILE, "ca", "insecure");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(0*:)*:0*1]");
    private static final Pattern SECRET = Pattern.compile("[^\\p{Cntrl}]{1,4096}");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{1,4096}");

    /**
     * Reads an address with its options.
     *
     * @throws IllegalArgumentException with a sentence; it has no secret
     */
    static MachineAddress parse(String line) {
        String[] words = line.strip().split("\\s+");
        URI base = base(words[0]);
        Path token = null;
        Path ca = null;
        boolean insecure = false;
        for (int i = 1; i < words.length; i++) {
            String[] option = words[i].split("=", 2);
            require(
                    option.length == 2 && OPTIONS.contains(option[0]),
                    base + " has an unknown option; allowed are token-file=FILE, ca=FILE and insecure=true");
            switch (option[0]) {
                case TOKEN_FILE -> token = file(base, option[1]);
                case "ca" -> ca = file(base, option[1]);
                default -> insecure = option[1].equalsIgnoreCase("true");
            }
        }
        return checked(new MachineAddress(base, token, ca), insecure);
    }

    /**
     * Returns the address of a server.
     *
     * @param secret the file of its token or password; null for none
     * @throws IllegalArgumentException with a sentence; it has no secret
     */
    static MachineAddress of(String url, @Nullable Path secret, @Nullable Path ca, boolean insecure) {
        URI base = base(url);
        return checked(
                new MachineAddress(
                        base,
                        secret == null ? null : file(base, secret.toString()),
                        ca == null ? null : file(base, ca.toString())),
                insecure);
    }

    private static MachineAddress checked(MachineAddress address, boolean insecure) {
        URI base = address.base;
        require(
                address.tokenFile == null || insecure || isPrivate(base),
                base + " would get its token over plain http; use https, or permit it with insecure=true");
        require(address.ca == null || base.getScheme().equals("https"), base + " has ca=, which is for https");
        return address;
    }

    private static URI base(String text) {
        String full = text.contains("://") ? text : "http://" + text;
        try {
            URI uri = new URI(full);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            require(uri.getUserInfo() == null, "it has a user; credentials belong into token-file or password-file");
            require(
                    (scheme.equals("http") || scheme.equals("https"))
                            && uri.getHost() != null
                            && uri.getPort() != 0
                            && uri.getPort() <= LARGEST_PORT
                            && uri.getQuery() == null
                            && uri.getFragment() == null,
                    "it is not an http or https address");
            String path = Objects.requireNonNullElse(uri.getPath(), "").replaceFirst("/+$", "");
            return new URI(scheme, null, uri.getHost().toLowerCase(Locale.ROOT), uri.getPort(), path, null, null);
        } catch (URISyntaxException unreadable) {
            throw new IllegalArgumentException("it is not an http or https address");
        }
    }

    private static Path file(URI base, String name) {
        try {
            Path file = Path.of(name);
            require(Files.isReadable(file), base + " names a file that cannot be read");
            return file;
        } catch (InvalidPathException invalid) {
            throw new IllegalArgumentException(base + " names a file that cannot be read");
        }
    }

    private static boolean isPrivate(URI base) {
        return base.getScheme().equals("https")
                || LOOPBACK.matcher(base.getHost()).matches();
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /**
     * Reads the token; empty for none.
     *
     * @throws MachineException when the file has no token
     */
    Optional<String> token() {
        return secret().filter((text) -> {
            if (!TOKEN.matcher(text).matches()) {
                throw new MachineException(text("fleet.token-file"));
            }
            return true;
        });
    }

    /**
     * Reads the token or password, of one line; empty for none.
     *
     * @throws MachineException when the file has none
     */
    Optional<String> secret() {
        try {
            return this.tokenFile == null
                    ? Optional.empty()
                    : Optional.of(Files.readString(this.tokenFile).strip())
                            .filter((text) -> SECRET.matcher(text).matches())
                            .or(() -> {
                                throw new MachineException(text("fleet.token-file"));
                            });
        } catch (IOException unreadable) {
            throw new MachineException(text("fleet.token-file"));
        }
    }

    /** Returns the address without scheme, as it is shown after a name that several machines have. */
    String label() {
        return this.base.getRawAuthority() + this.base.getRawPath();
    }
}
