package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The calls of one round, written down for the C program that makes them again. */
final class Replay {

    private Replay() {}

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
