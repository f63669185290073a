package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract and its page at the configured paths of springdoc. */
class ContractPathTests {

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/v1", "/**", "/{any}", "/metrics/x", "/actuator"})
    void aContractThatIsPutAmongGuardedPathsOpensNone(String path) {
        try (TestServer set = TestServer.started(
                Guarded.withTokensAndUser("springdoc.api-docs.path=" + path, "springdoc.swagger-ui.path=" + path))) {
            assertThat(List.of("/api/v1/snapshot", "/api/v1/processes", "/", "/actuator/info"))
                    .allSatisfy((each) -> assertThat(Caller.of(set).get(each).status())
                            .as(each)
                            .isEqualTo(401));
        }
    }

    @Test
    void aMovedContractIsPublicAtItsNewPath() {
        try (TestServer set = TestServer.started(
                Guarded.withTokensAndUser("springdoc.api-docs.path=/docs", "springdoc.swagger-ui.path=/docs/ui"))) {
            assertThat(Caller.of(set).get("/docs").status()).isEqualTo(200);
            assertThat(Caller.of(set).get("/docs/ui").status()).isEqualTo(302);
            assertThat(Caller.of(set).get("/docs/swagger-ui/index.html").status())
                    .isEqualTo(200);
            assertThat(Caller.of(set).get("/v3/api-docs").status()).isEqualTo(401);
        }
    }
}
