package io.gpulse.bench;

import io.gpulse.nvml.record.FieldValueRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A driver library in C that says again, at once, what was recorded. Integer and pointer arguments lie in registers, so
 * that one shape of function stands for all getters.
 */
final class InstantDriver {

    private static final int REGISTERS = 6;
    private static final int SUCCESS = 0;
    private static final int INSUFFICIENT_SIZE = 7;

    private final Map<String, Map<List<Long>, Recording.Heard>> bySymbol = new LinkedHashMap<>();
    private final InstantFields fields = new InstantFields();

    /** The last answer counts: by then the reader has settled. */
    void learn(List<Recording.Heard> heard) {
        this.fields.learn(heard);
        for (Recording.Heard call : heard) {
            List<Long> key = Argument.of(call).stream()
                    .filter(Argument::isFixed)
                    .map(Argument::number)
                    .toList();
            this.bySymbol
                    .computeIfAbsent(call.call().symbol(), (symbol) -> new LinkedHashMap<>())
                    .put(key, call);
        }
    }

    Path write(Path file) throws IOException {
        List<String> text = new ArrayList<>(List.of("#include \"instant.h\""));
        this.bySymbol.forEach((symbol, answers) -> text.addAll(
                symbol.equals(FieldValueRecord.SYMBOL)
                        ? this.fields.getter()
                        : getter(symbol, List.copyOf(answers.values()))));
        return Files.write(file, text);
    }

    private static List<String> getter(String symbol, List<Recording.Heard> answers) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            text.add("ANSWER(" + symbol + "_" + i + ") = {" + bytes(answers.get(i)) + "};");
        }
        text.add("GETTER(" + symbol + ") {");
        for (int i = 0; i < answers.size(); i++) {
            text.add("    " + answer(answers.get(i), symbol + "_" + i));
        }
        text.add("    return UNKNOWN_CALL;");
        text.add("}");
        return text;
    }

    private static String bytes(Recording.Heard heard) {
        return IntStream.range(0, heard.answer().length)
                .mapToObj((i) -> String.valueOf(heard.answer()[i] & 0xff))
                .collect(Collectors.joining(","));
    }

    private static String answer(Recording.Heard heard, String bytes) {
        List<Argument> arguments = Argument.of(heard);
        if (arguments.size() > REGISTERS) {
            throw new IllegalStateException(heard.call().symbol() + " has more arguments than registers");
        }
        StringBuilder condition = new StringBuilder("1");
        StringBuilder copies = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            Argument argument = arguments.get(i);
            if (argument.isFixed()) {
                condition.append(" && (int) a").append(i).append(" == ").append((int) argument.number());
            }
            if (argument.isMemory() && tells(heard.code())) {
                copies.append(
                        "memcpy((void *) a%d, %s + %d, %d); ".formatted(i, bytes, argument.number(), argument.bytes()));
            }
        }
        return "if (" + condition + ") { " + copies + "return " + heard.code() + "; }";
    }

    private static boolean tells(int code) {
        return code == SUCCESS || code == INSUFFICIENT_SIZE;
    }
}
