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
 * A driver library in C that returns recorded results immediately. Integer and pointer arguments are in registers, so
 * all getters have the same form of function.
 */
final class InstantDriver {

    private static final int REGISTERS = 6;
    private static final int SUCCESS = 0;
    private static final int INSUFFICIENT_SIZE = 7;

    private final Map<String, Map<List<Long>, Recording.ReceivedResult>> bySymbol = new LinkedHashMap<>();
    private final InstantFields fields = new InstantFields();

    /** Records results; the last of each call is used, since the reader is then in its steady state. */
    void learn(List<Recording.ReceivedResult> received) {
        this.fields.learn(received);
        for (Recording.ReceivedResult call : received) {
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

    private static List<String> getter(String symbol, List<Recording.ReceivedResult> answers) {
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

    private static String bytes(Recording.ReceivedResult received) {
        return IntStream.range(0, received.answer().length)
                .mapToObj((i) -> String.valueOf(received.answer()[i] & 0xff))
                .collect(Collectors.joining(","));
    }

    private static String answer(Recording.ReceivedResult received, String bytes) {
        List<Argument> arguments = Argument.of(received);
        if (arguments.size() > REGISTERS) {
            throw new IllegalStateException(received.call().symbol() + " has more arguments than registers");
        }
        StringBuilder condition = new StringBuilder("1");
        StringBuilder copies = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            Argument argument = arguments.get(i);
            if (argument.isFixed()) {
                condition.append(" && (int) a").append(i).append(" == ").append((int) argument.number());
            }
            if (argument.isMemory() && isReported(received.code())) {
                copies.append(
                        "memcpy((void *) a%d, %s + %d, %d); ".formatted(i, bytes, argument.number(), argument.bytes()));
            }
        }
        return "if (" + condition + ") { " + copies + "return " + received.code() + "; }";
    }

    private static boolean isReported(int code) {
        return code == SUCCESS || code == INSUFFICIENT_SIZE;
    }
}
