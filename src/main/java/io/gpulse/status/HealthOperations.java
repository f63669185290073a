package io.gpulse.status;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Set;
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
        return new PathItem()
                .get(new Operation()
                        .operationId(id)
                        .addTagsItem("about")
                        .summary(summary)
                        .description(description)
                        .responses(new ApiResponses()
                                .addApiResponse("200", response("UP, or DEGRADED."))
                                .addApiResponse("503", response("DOWN, or OUT_OF_SERVICE."))));
    }

    private static ApiResponse response(String description) {
        MediaType json = new MediaType().schema(new JsonSchema().$ref("#/components/schemas/" + SCHEMA));
        return new ApiResponse().description(description).content(new Content().addMediaType(TYPE, json));
    }

    private static Schema<?> health() {
        Schema<?> status = typed("string").description("Overall result.");
        Schema<?> health = typed("object").description("Result of the health checks.");
        status.setExample("UP");
        health.addProperty("status", status);
        health.addProperty(
                "components", typed("object").description("Each check by its name, for authorized clients."));
        Schema<?> groups = typed("array").description("Names of groups of checks.");
        groups.setItems(typed("string"));
        health.addProperty("groups", groups);
        health.setRequired(List.of("status"));
        return health;
    }

    private static Schema<?> typed(String type) {
        return new JsonSchema().types(Set.of(type));
    }
}
