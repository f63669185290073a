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

/** The calls of one round in the form that the repeating programs read. */
final class Replay {

    private Replay() {}

    /** Writes the calls for the script: pynvml's own getter reads all but lists. */
    static Path writeForPython(Path file, List<Recording.ReceivedResult> round) throws IOException {
        return Files.write(file, round.stream().map(Replay::line).toList());
    }

    private static String line(Recording.ReceivedResult received) {
        String symbol = received.call().symbol();
        if (symbol.equals(FieldValueRecord.SYMBOL)) {
            return "fields " + symbol + " " + received.device() + " " + fields(received);
        }
        return isBare(received)
                ? "bare " + symbol + " " + received.answer().length + " " + arguments(received, (argument) -> true)
                : "plain " + symbol + " " + arguments(received, (argument) -> !argument.isMemory());
    }

    /** Returns whether a call reads a list, or has no device. */
    private static boolean isBare(Recording.ReceivedResult received) {
        return received.device() == NvmlCalls.NO_DEVICE
                || received.call().layout().slots().stream()
                        .anyMatch((slot) -> slot.way() == Layout.Way.ROOM || slot.way() == Layout.Way.IN);
    }

    private static String arguments(Recording.ReceivedResult received, Predicate<Argument> wanted) {
        return Argument.of(received).stream()
                .filter(wanted)
                .map((argument) -> (argument.isMemory() ? "@" : "") + argument.number())
                .collect(Collectors.joining(" "));
    }

    private static String fields(Recording.ReceivedResult received) {
        ByteBuffer memory = ByteBuffer.wrap(received.answer()).order(ByteOrder.nativeOrder());
        return IntStream.range(0, received.call().args().get(0))
                .mapToObj((number) -> FieldValueRecord.at(memory, number))
                .map((record) -> record.fieldId() + ":" + record.scopeId())
                .collect(Collectors.joining(" "));
    }

    /** Writes the calls for the C program. */
    static Path write(Path file, List<Recording.ReceivedResult> round) throws IOException {
        List<String> text = new ArrayList<>(List.of("static Step steps[] = {"));
        for (Recording.ReceivedResult received : round) {
            List<Argument> arguments = Argument.of(received);
            String list = arguments.stream()
                    .map((argument) -> "{" + argument.isMemory() + ", " + argument.number() + "L}")
                    .collect(Collectors.joining(", "));
            text.add("    {.symbol = \"%s\", .memory = %d, .arguments = {%s}},"
                    .formatted(
                            received.call().symbol(), received.answer().length, list.isEmpty() ? "{false, 0}" : list));
        }
        text.add("};");
        return Files.write(file, text);
    }
}
