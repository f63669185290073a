package io.gpulse.web;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Values of a query parameter that its schema allows or forbids. */
final class ContractValues {

    private static final List<String> WORDS = List.of("nonsense", "", "TRUE", "null", "0");
    private static final List<String> NO_NUMBERS = List.of("abc", "", "1x", "0x10", "-1", "1e999", "NaN");

    private final List<String> allowed = new ArrayList<>();
    private final List<String> forbidden = new ArrayList<>();

    /** The few values that are always sent. */
    private int own;

    private int ownForbidden;

    private ContractValues() {}

    static ContractValues of(JsonNode parameter, JsonNode document) {
        ContractValues values = new ContractValues();
        JsonNode schema = parameter.path("schema");
        if (!example(parameter).isEmpty()) {
            values.allowed.add(example(parameter));
        }
        switch (schema.path("type").asString()) {
            case "integer", "number" -> values.addNumbers(schema);
            case "array" -> values.addList(schema);
            default -> values.addTexts(schema);
        }
        values.own = values.allowed.size();
        values.ownForbidden = values.forbidden.size();
        values.addOdd(schema);
        return values;
    }

    /** Returns the documented example, or the default; empty without both. */
    static String example(JsonNode parameter) {
        JsonNode example = parameter.path("example");
        if (example.isArray()) {
            return example.valueStream().map(JsonNode::asString).collect(Collectors.joining(","));
        }
        return example.isMissingNode() ? parameter.at("/schema/default").asString("") : example.asString();
    }

    private void addNumbers(JsonNode schema) {
        this.forbidden.addAll(NO_NUMBERS);
        if (schema.has("minimum")) {
            BigDecimal least = schema.get("minimum").decimalValue();
            this.allowed.add(least.toPlainString());
            this.forbidden.add(least.subtract(BigDecimal.ONE).toPlainString());
        }
        if (schema.has("maximum")) {
            BigDecimal most = schema.get("maximum").decimalValue();
            this.allowed.add(most.toPlainString());
            this.forbidden.add(most.add(BigDecimal.ONE).toPlainString());
        }
        if (schema.path("type").asString().equals("integer")) {
            this.forbidden.add("1.5");
        }
    }

    private void addList(JsonNode schema) {
        List<String> words =
                schema.at("/items/enum").valueStream().map(JsonNode::asString).toList();
        this.allowed.addAll(words);
        this.allowed.add(String.join(",", words));
        WORDS.forEach((word) -> this.forbidden.add(word));
        this.forbidden.add(words.get(0) + ",nonsense");
    }

    private void addTexts(JsonNode schema) {
        List<String> words =
                schema.path("enum").valueStream().map(JsonNode::asString).toList();
        this.allowed.addAll(words);
        if (!words.isEmpty()) {
            WORDS.stream().filter((word) -> !words.contains(word)).forEach(this.forbidden::add);
            this.forbidden.add(words.get(words.size() - 1) + "," + words.get(0));
        }
    }

    /** Returns whether a pattern describes the whole value; others allow names that do not exist. */
    private void addOdd(JsonNode schema) {
        String written = schema.path("pattern").asString("");
        if (written.isEmpty()) {
            return;
        }
        Pattern pattern = Pattern.compile(written);
        for (String value : OddValues.all()) {
            if (!value.equals(value.strip())) {
                continue;
            }
            if (!pattern.matcher(value).find()) {
                this.forbidden.add(value);
            } else if (written.startsWith("^") && !written.contains("T")) {
                this.allowed.add(value);
            }
        }
    }

    List<String> allowed(int number, int shares) {
        return share(this.allowed, this.own, number, shares);
    }

    List<String> forbidden(int number, int shares) {
        return share(this.forbidden, this.ownForbidden, number, shares);
    }

    private static List<String> share(List<String> values, int always, int number, int shares) {
        return IntStream.range(0, values.size())
                .filter((place) ->
                        place < always && (shares == 1 || (place + number) % 3 == 0) || (place + number) % shares == 0)
                .mapToObj(values::get)
                .toList();
    }
}
