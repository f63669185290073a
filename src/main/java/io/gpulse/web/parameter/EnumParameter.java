package io.gpulse.web.parameter;

import io.gpulse.metric.Spelling;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A parameter with a fixed set of words. An enum needs no instance of its own: its constants are the words, in lower
 * case.
 *
 * @param <T> the value of a word
 */
public final class EnumParameter<T> implements ParameterType<T> {

    private final Class<T> type;
    private final List<String> words;
    private final Function<String, T> meaning;

    /**
     * @param words all words in the order of messages; of two with the same value the first is the usual one
     * @param meaning the value of a word
     */
    public EnumParameter(Class<T> type, List<String> words, Function<String, T> meaning) {
        this.type = type;
        this.words = List.copyOf(words);
        this.meaning = meaning;
    }

    static <E> EnumParameter<E> ofEnum(Class<E> type) {
        List<E> constants = List.of(type.getEnumConstants());
        List<String> words =
                constants.stream().map((constant) -> word((Enum<?>) constant)).toList();
        return new EnumParameter<>(type, words, (word) -> constants.get(words.indexOf(word)));
    }

    /** Returns the word of a constant. */
    public static String word(Enum<?> constant) {
        return Spelling.dashed(constant);
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
        List<String> names = new ArrayList<>(this.words);
        names.replaceAll((word) -> word.isEmpty() ? "empty" : word);
        String last = names.remove(names.size() - 1);
        return names.isEmpty() ? last : String.join(", ", names) + " or " + last;
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        JsonSchema schema = new JsonSchema();
        schema.setTypes(Set.of("string"));
        this.words.forEach(schema::addEnumItemObject);
        return schema;
    }
}
