package io.gpulse.status;

import static io.gpulse.web.ContractParts.typed;

import io.gpulse.web.ContractParts;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.core.Ordered;

/** Describes Boot's health checks in the contract; the rest of the actuator is Boot's own. */
public final class HealthOperations implements OpenApiCustomizer, Ordered {

    private static final String PATH = "/actuator/health";
    private static final String SCHEMA = "Health";
    private static final String TYPE = "application/vnd.spring-boot.actuator.v3+json";

    /** Precedes the customizer that adds the common responses. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void customise(OpenAPI document) {
        document.getComponents().addSchemas(SCHEMA, health());
        document.path(
                PATH,
                check(
                        "health",
                        "All checks",
                        "Authorized clients see each check. DEGRADED (a GPU does not respond) is no reason to stop"
                                + " gpulse."));
        document.path(PATH + "/liveness", check("liveness", "Liveness of the process", "Never depends on GPUs."));
        document.path(
                PATH + "/readiness",
                check(
                        "readiness",
                        "Freshness of the readings",
                        "UP when the latest snapshot is younger than three rounds, or than 2 s if that is longer. Never"
                                + " depends on GPUs."));
    }

    private static PathItem check(String id, String summary, String description) {
        Operation check = ContractParts.operation("about", id, summary, description);
        check.getResponses()
                .addApiResponse("200", response("UP, or DEGRADED."))
                .addApiResponse("503", response("DOWN, or OUT_OF_SERVICE."));
        return new PathItem().get(check);
    }

    private static ApiResponse response(String description) {
        return ContractParts.response(description, ContractParts.reference("#/components/schemas/" + SCHEMA), TYPE);
    }

    private static Schema<?> health() {
        Schema<?> status = typed("string").description("Overall result.");
        Schema<?> health = typed("object").description("Result of the health checks.");
        status.setExample("UP");
        health.addProperty("status", status);
        health.addProperty("components", components());
        Schema<?> groups = typed("array").description("Names of groups of checks.");
        groups.setItems(typed("string"));
        health.addProperty("groups", groups);
        health.setRequired(List.of("status"));
        return health;
    }

    private static Schema<?> components() {
        Schema<?> component = typed("object").description("Its `status`, and what else Spring Boot reports.");
        component.setAdditionalProperties(true);
        Schema<?> components = typed("object").description("Each check by its name, for authorized clients.");
        components.setAdditionalProperties(component);
        return components;
    }
}
