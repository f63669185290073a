package io.gpulse.view;

import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.web.ContractParts;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Lists the keys of {@code values}, {@code facts} and {@code absent} in the OpenAPI document. */
final class CatalogueSchemas implements OpenApiCustomizer {

    private static final String REASON = "AbsenceReason";
    private static final Map<String, Scope> SUBJECTS = Map.ofEntries(
            Map.entry("Gpu", Scope.GPU),
            Map.entry("Link", Scope.LINK),
            Map.entry("MigInstance", Scope.MIG),
            Map.entry("GpuProcess", Scope.PROCESS),
            Map.entry("ProcessOnGpu", Scope.PROCESS),
            Map.entry("Host", Scope.HOST),
            Map.entry("Core", Scope.CORE),
            Map.entry("Disk", Scope.DISK),
            Map.entry("Network", Scope.NETWORK),
            Map.entry("HostProcess", Scope.HOST_PROCESS));

    /** Subjects that have no property {@code facts}. */
    private static final Set<Scope> NUMBERS_ONLY = EnumSet.of(Scope.CORE, Scope.DISK, Scope.NETWORK);

    @Override
    public void customise(OpenAPI document) {
        Map<String, Schema> schemas = document.getComponents().getSchemas();
        schemas.put(REASON, reasons());
        SUBJECTS.forEach((name, scope) -> describe(scope, Objects.requireNonNull(schemas.get(name))));
        Map<String, Schema> ofLink = Objects.requireNonNull(schemas.get("Link")).getProperties();
        Schema<?> absent = Objects.requireNonNull(ofLink.get("absent"));
        absent.description(absent.getDescription() + " Within a GPU without those of its `linksAbsent`.");
        keys(
                Objects.requireNonNull(schemas.get("Gpu")),
                "linksAbsent",
                keyed(Scope.LINK, (metric) -> true, CatalogueSchemas::reason));
        schemas.remove(ReadingsResponse.SCHEMA);
    }

    private static Schema<?> reasons() {
        String meanings = Arrays.stream(Reason.values())
                .map((reason) -> reason + ": " + reason.remedy())
                .collect(Collectors.joining(" "));
        JsonSchema reasons = new JsonSchema();
        reasons.types(Set.of("string")).description("Reason of a missing reading, with the usual remedy. " + meanings);
        Arrays.stream(Reason.values()).forEach((reason) -> reasons.addEnumItemObject(reason.name()));
        return reasons;
    }

    private static void describe(Scope scope, Schema<?> subject) {
        keys(
                subject,
                "values",
                keyed(scope, (metric) -> metric.spec().kind().isNumber(), () -> ContractParts.typed("number")));
        if (NUMBERS_ONLY.contains(scope)) {
            subject.getProperties().remove("facts");
            subject.getRequired().remove("facts");
        } else {
            keys(
                    subject,
                    "facts",
                    keyed(scope, (metric) -> metric.spec().kind().isWord(), () -> ContractParts.typed("string")));
        }
        keys(subject, "absent", keyed(scope, (metric) -> true, CatalogueSchemas::reason));
    }

    private static void keys(Schema<?> subject, String property, Schema<?> keyed) {
        Schema<?> plain = Objects.requireNonNull(subject.getProperties().get(property));
        subject.getProperties().put(property, keyed.description(plain.getDescription()));
    }

    private static Schema<?> keyed(Scope scope, Predicate<Metric> shown, Supplier<Schema<?>> type) {
        Schema<?> keyed = ContractParts.typed("object");
        keyed.setAdditionalProperties(type.get());
        Metric.of(scope).stream()
                .filter(shown)
                .forEach((metric) -> keyed.addProperty(metric.key(), described(type.get(), metric.spec())));
        return keyed;
    }

    // A reference takes the description of its schema.
    private static Schema<?> described(Schema<?> schema, MetricSpec spec) {
        return schema.get$ref() == null ? schema.description(meaning(spec)) : schema;
    }

    private static String meaning(MetricSpec spec) {
        String unit =
                spec.unit().symbol().isEmpty() ? "" : " Unit: " + spec.unit().symbol() + ".";
        return spec.title() + ": " + spec.help() + unit + " Source: " + spec.source() + ".";
    }

    private static Schema<?> reason() {
        return ContractParts.reference("#/components/schemas/" + REASON);
    }
}
