package io.gpulse.web;

import com.fasterxml.jackson.databind.type.TypeFactory;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes a record and its components by its Javadoc, where no annotation does. Marks each component as required
 * unless it is optional, and {@code @Nullable} ones and elements of lists as nullable.
 */
public final class RecordSchemas implements ModelConverter {

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        Schema<?> schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
        if (schema == null || type.getType() == null) {
            return schema;
        }
        Class<?> raw =
                TypeFactory.defaultInstance().constructType(type.getType()).getRawClass();
        Schema<?> model = raw.isRecord() ? model(schema, context) : null;
        if (model != null && model.getProperties() != null) {
            RecordJavadoc javadoc = new RecordJavadoc(raw);
            if (model.getDescription() == null) {
                model.setDescription(javadoc.text());
            }
            for (RecordComponent component : raw.getRecordComponents()) {
                describe(component, model, javadoc);
            }
        }
        return schema;
    }

    private static @Nullable Schema<?> model(Schema<?> schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        return reference == null
                ? schema
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private static void describe(RecordComponent component, Schema<?> model, RecordJavadoc javadoc) {
        Schema<?> property = model.getProperties().get(component.getName());
        if (property == null) {
            return;
        }
        if (property.getDescription() == null) {
            property.setDescription(javadoc.text(component.getName()));
        }
        boolean known = model.getRequired() != null && model.getRequired().contains(component.getName());
        if (!known && !isOptional(component)) {
            model.addRequiredItem(component.getName());
        }
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            allowNull(component.getName(), property, model);
        }
        if (component.getAnnotatedType() instanceof AnnotatedParameterizedType list
                && property.getItems() != null
                && list.getAnnotatedActualTypeArguments()[0].isAnnotationPresent(Nullable.class)) {
            property.getItems().addType("null");
        }
    }

    /** Returns whether a component of a request is declared as optional. */
    private static boolean isOptional(RecordComponent component) {
        io.swagger.v3.oas.annotations.media.Schema own =
                component.getAccessor().getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
        ArraySchema list = component.getAccessor().getAnnotation(ArraySchema.class);
        return (own != null && own.requiredMode() == RequiredMode.NOT_REQUIRED)
                || (list != null && list.arraySchema().requiredMode() == RequiredMode.NOT_REQUIRED);
    }

    private static void allowNull(String name, Schema<?> property, Schema<?> model) {
        if (property.get$ref() == null) {
            property.addType("null");
            if (property.getEnum() != null && !property.getEnum().contains(null)) {
                property.addEnumItemObject(null);
            }
            return;
        }
        Schema<?> reference = new Schema<>().$ref(property.get$ref());
        Schema<?> nothing = new JsonSchema().types(Set.of("null"));
        model.getProperties()
                .put(name, new JsonSchema().anyOf(List.of(reference, nothing)).description(property.getDescription()));
    }
}
