package io.gpulse.fleet;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A server of series that has many machines: Prometheus, VictoriaMetrics, Thanos or Mimir.
 *
 * @param prometheusUrl address of Prometheus, VictoriaMetrics, Thanos or Mimir, with the path before {@code /api/v1}
 * @param tokenFile file of a bearer token for it
 * @param user name for basic authentication, with password-file
 * @param passwordFile file of the password of the user
 * @param ca file of certificates that it trusts, as PEM; those of the JVM if empty
 * @param tenant value of the header X-Scope-OrgID
 * @param insecure whether the token or password may be sent over plain http to another host
 * @param machineUrl address of the gpulse of a machine, with {instance} or {name}, for links
 */
@ConfigurationProperties("gpulse.fleet")
record EngineProperties(
        @Nullable String prometheusUrl,
        @Nullable Path tokenFile,
        @Nullable String user,
        @Nullable Path passwordFile,
        @Nullable Path ca,
        @Nullable String tenant,
        boolean insecure,
        @DefaultValue("http://{instance}") String machineUrl) {

    EngineProperties {
        prometheusUrl = given(prometheusUrl);
        user = given(user);
        tenant = given(tenant);
        require((user == null) == (passwordFile == null), "user and password-file belong together");
        require(user == null || tokenFile == null, "token-file and user exclude each other");
        require(machineUrl.matches("https?://.+"), "machine-url is not an http or https address");
        require(
                prometheusUrl != null || (tokenFile == null && user == null && ca == null && tenant == null),
                "prometheus-url is missing");
        if (prometheusUrl != null) {
            // Stops the start at a wrong address.
            address(prometheusUrl, user == null ? tokenFile : passwordFile, ca, insecure);
        }
    }

    private static @Nullable String given(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException("gpulse.fleet: " + otherwise);
        }
    }

    private static MachineAddress address(String url, @Nullable Path secret, @Nullable Path ca, boolean insecure) {
        try {
            return MachineAddress.of(url, secret, ca, insecure);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("gpulse.fleet: " + wrong.getMessage());
        }
    }

    /** Returns the address, with the file of the token or password; null without one. */
    @Nullable
    MachineAddress address() {
        return this.prometheusUrl == null
                ? null
                : address(
                        this.prometheusUrl,
                        this.user == null ? this.tokenFile : this.passwordFile,
                        this.ca,
                        this.insecure);
    }
}
