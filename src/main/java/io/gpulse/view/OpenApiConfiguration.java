package io.gpulse.view;

import io.gpulse.web.ProblemResponses;
import io.gpulse.web.RecordSchemas;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.Collections;
import java.util.function.Supplier;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.properties.SwaggerUiConfigProperties;
import org.springdoc.core.properties.SwaggerUiOAuthProperties;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springdoc.webflux.ui.SwaggerIndexPageTransformer;
import org.springdoc.webflux.ui.SwaggerIndexTransformer;
import org.springdoc.webflux.ui.SwaggerWelcomeCommon;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/** The parts of the OpenAPI document beyond the controllers. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    private static final String DESCRIPTION = "Samples the NVIDIA GPUs of one machine, once for all"
            + " clients. Metric keys are those of nvidia-smi, values are in the catalogue's unit, times are UTC."
            + " Unknown values are absent, with the reason; they are never 0."
            + " Blanks around the value of a parameter are ignored.";

    @Bean
    static OpenApiOnDemand openApiOnDemand() {
        return new OpenApiOnDemand();
    }

    /** Configures the first script of Swagger UI on demand: it loads another Jackson, which only it needs. */
    @Bean
    SwaggerIndexTransformer swaggerIndexOnDemand(
            ObjectProvider<SwaggerUiConfigProperties> ui,
            ObjectProvider<SwaggerUiOAuthProperties> oauth,
            ObjectProvider<SwaggerWelcomeCommon> welcome,
            ObjectProvider<ObjectMapperProvider> jackson) {
        Supplier<SwaggerIndexTransformer> made = SingletonSupplier.of(() -> new SwaggerIndexPageTransformer(
                ui.getObject(), oauth.getObject(), welcome.getObject(), jackson.getObject()));
        return (exchange, resource, chain) -> made.get().transform(exchange, resource, chain);
    }

    @Bean
    @Lazy
    OpenAPI document(@Value("${springdoc.api-docs.path:/v3/api-docs}") String path) {
        return new OpenAPI()
                // Relative to the document, so that requests keep a prefix that a proxy strips.
                .addServersItem(new Server().url(rootFrom(path)))
                .info(new Info()
                        .title("gpulse")
                        .version("v1")
                        .description(DESCRIPTION)
                        .license(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0")))
                .components(new Components()
                        .addSecuritySchemes("token", http("bearer", "A token of gpulse.security.tokens."))
                        .addSecuritySchemes("user", http("basic", "A user of gpulse.security.users.")))
                // In this order: none, where authentication is off; otherwise one of the two.
                .addSecurityItem(new SecurityRequirement())
                .addSecurityItem(new SecurityRequirement().addList("token"))
                .addSecurityItem(new SecurityRequirement().addList("user"))
                .addTagsItem(new Tag().name("snapshot").description("Current state of the GPUs and the machine."))
                .addTagsItem(new Tag().name("fleet").description("Many machines."))
                .addTagsItem(new Tag().name("about").description("The catalogue, and the state of gpulse itself."))
                .addTagsItem(new Tag().name("text").description("Texts for terminals and scrapers."))
                .addTagsItem(new Tag().name("access").description("Authentication."));
    }

    private static String rootFrom(String path) {
        int depth = StringUtils.countOccurrencesOf(path, "/") - 1;
        return depth == 0 ? "." : String.join("/", Collections.nCopies(depth, ".."));
    }

    private static SecurityScheme http(String scheme, String description) {
        return new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme(scheme)
                .description(description);
    }

    @Bean
    @Lazy
    ModelConverter recordSchemas() {
        return new RecordSchemas();
    }

    @Bean
    @Lazy
    OpenApiCustomizer catalogueSchemas() {
        return new CatalogueSchemas();
    }

    @Bean
    @Lazy
    OpenApiCustomizer problemResponses() {
        return new ProblemResponses();
    }
}
