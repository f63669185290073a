package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * One of a set of words. An enum needs none of its own: its constants are taken by their names in lower case.
 *
 * @param <T> what a word stands for
 */
public final class EnumParameter<T> implements ParameterType<T> {

    private final Class<T> type;
    private final List<String> words;
    private final Function<String, T> meaning;

    /**
     * @param words in the order in which they are told; where two mean the same, the first is the usual one
     * @param meaning asked for those words only
     */
    public EnumParameter(Class<T> type, List<String> words, Function<String, T> meaning) {
        this.type = type;
        this.words = List.copyOf(words);
        this.meaning = meaning;
    }

    static <E> EnumParameter<E> ofEnum(Class<E> type) {
        List<E> constants = List.of(type.getEnumConstants());
        List<String> words = constants.stream()
                .map((constant) -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        return new EnumParameter<>(type, words, (word) -> constants.get(words.indexOf(word)));
    }

    @Override
    public Class<T> type() {
        return this.type;
    }

    @Override
    public T convert(String text) {
        String word = text.strip();
        if (!this.words.contains(word)) {
            throw new IllegalArgumentException("No such word: " + text);
        }
        return this.meaning.apply(word);
    }

    @Override
    public String print(T value) {
        return this.words.stream()
                .filter((word) -> this.meaning.apply(word).equals(value))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        List<String> told = new ArrayList<>(this.words);
        told.replaceAll((word) -> word.isEmpty() ? "empty" : word);
        String last = told.remove(told.size() - 1);
        return told.isEmpty() ? last : String.join(", ", told) + " or " + last;
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        Schema<Object> schema = new JsonSchema().types(Set.of("string"));
        this.words.forEach(schema::addEnumItemObject);
        return schema;
    }
}
