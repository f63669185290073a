package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.List;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Describes a parameter with words between commas as a list of an enum.
 *
 * @param path the path of the operation, a GET
 * @param name the name of the parameter
 * @param words all words
 */
public record WordListSchema(String path, String name, List<String> words) implements OpenApiCustomizer {

    public WordListSchema {
        words = List.copyOf(words);
    }

    @Override
    public void customise(OpenAPI document) {
        PathItem operations = document.getPaths().get(this.path);
        if (operations != null) {
            operations.getGet().getParameters().stream()
                    .filter((parameter) -> parameter.getName().equals(this.name))
                    .forEach(this::describe);
        }
    }

    private void describe(Parameter parameter) {
        JsonSchema list = new JsonSchema();
        list.setTypes(Set.of("array"));
        list.setItems(enumOf(this.words));
        list.setMinItems(1);
        parameter.setSchema(list);
        parameter.setStyle(Parameter.StyleEnum.FORM);
        parameter.setExplode(false);
        parameter.setExample(this.words.subList(0, 2));
    }

    /** Returns the schema of one of these words. */
    public static Schema<?> enumOf(List<String> words) {
        JsonSchema word = new JsonSchema();
        word.setTypes(Set.of("string"));
        words.forEach(word::addEnumItemObject);
        return word;
    }
}
