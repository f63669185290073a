package io.gpulse.bench;

import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.record.FieldValueRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The calls of one round, written down for the programs that make them again. */
final class Replay {

    private Replay() {}

    /** For the script: what is not a list is asked by pynvml's own getter. */
    static Path writeForPython(Path file, List<Recording.Heard> round) throws IOException {
        return Files.write(file, round.stream().map(Replay::line).toList());
    }

    private static String line(Recording.Heard heard) {
        String symbol = heard.call().symbol();
        if (symbol.equals(FieldValueRecord.SYMBOL)) {
            return "fields " + symbol + " " + heard.device() + " " + fields(heard);
        }
        return isBare(heard)
                ? "bare " + symbol + " " + heard.answer().length + " " + arguments(heard, (argument) -> true)
                : "plain " + symbol + " " + arguments(heard, (argument) -> !argument.isMemory());
    }

    /** Lists, and what is about no device. */
    private static boolean isBare(Recording.Heard heard) {
        return heard.device() == NvmlCalls.NO_DEVICE
                || heard.call().layout().slots().stream()
                        .anyMatch((slot) -> slot.way() == Layout.Way.ROOM || slot.way() == Layout.Way.IN);
    }

    private static String arguments(Recording.Heard heard, Predicate<Argument> wanted) {
        return Argument.of(heard).stream()
                .filter(wanted)
                .map((argument) -> (argument.isMemory() ? "@" : "") + argument.number())
                .collect(Collectors.joining(" "));
    }

    private static String fields(Recording.Heard heard) {
        ByteBuffer memory = ByteBuffer.wrap(heard.answer()).order(ByteOrder.nativeOrder());
        return IntStream.range(0, heard.call().args().get(0))
                .mapToObj((number) -> FieldValueRecord.at(memory, number))
                .map((record) -> record.fieldId() + ":" + record.scopeId())
                .collect(Collectors.joining(" "));
    }

    /** For the C program. */
    static Path write(Path file, List<Recording.Heard> round) throws IOException {
        List<String> text = new ArrayList<>(List.of("static Step steps[] = {"));
        for (Recording.Heard heard : round) {
            List<Argument> arguments = Argument.of(heard);
            String list = arguments.stream()
                    .map((argument) -> "{" + argument.isMemory() + ", " + argument.number() + "L}")
                    .collect(Collectors.joining(", "));
            text.add("    {.symbol = \"%s\", .memory = %d, .arguments = {%s}},"
                    .formatted(heard.call().symbol(), heard.answer().length, list.isEmpty() ? "{false, 0}" : list));
        }
        text.add("};");
        return Files.write(file, text);
    }
}
