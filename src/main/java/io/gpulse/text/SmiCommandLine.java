package io.gpulse.text;

import io.gpulse.device.topology.Topology;
import io.gpulse.text.query.ConnectionPage;
import io.gpulse.text.query.CsvQuery;
import io.gpulse.text.query.Monitor;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.text.query.SmiOutput;
import io.gpulse.text.query.SummaryTable;
import io.gpulse.text.query.TextFile;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/** A command line of nvidia-smi. What changes a GPU, and what gpulse does not read, is refused with a sentence. */
final class SmiCommandLine {

    private static final String PROGRAM = "nvidia-smi";
    private static final String HELP = "--help-";
    private static final String USUAL_SECONDS = "5";
    private static final long MAX_NUMBER = 99_999_999;

    private static final Map<String, Map<String, Switch>> COMMANDS = commands();

    /** @param kind flag, value, option (which may have a value), or other (which gpulse does not do) */
    private record Switch(String kind, String name) {}

    private final String command;
    private final Map<String, Switch> known;
    private final MultiValueMap<String, String> given = new LinkedMultiValueMap<>();

    /** @throws ProblemException as nvidia-smi refuses it */
    SmiCommandLine(List<String> arguments) {
        boolean named = !arguments.isEmpty() && !arguments.get(0).startsWith("-");
        this.command = named ? arguments.get(0) : PROGRAM;
        if (named && COMMANDS.getOrDefault(PROGRAM, Map.of()).containsKey(this.command)) {
            throw elsewhere(arguments.stream().limit(2).collect(Collectors.joining(" ")));
        }
        if (!COMMANDS.containsKey(this.command) || (named && this.command.equals(PROGRAM))) {
            throw refused("Invalid combination of input arguments.");
        }
        this.known = COMMANDS.getOrDefault(this.command, Map.of());
        Deque<String> left = new ArrayDeque<>(arguments.subList(named ? 1 : 0, arguments.size()));
        while (!left.isEmpty()) {
            take(left.remove(), left);
        }
    }

    private static Map<String, Map<String, Switch>> commands() {
        Map<String, Map<String, Switch>> commands = new LinkedHashMap<>();
        TextFile.lines("switches.txt").map((line) -> line.split(" ")).forEach((words) -> {
            Switch described = new Switch(words[1], words[2]);
            for (int place = 3; place < words.length; place++) {
                commands.computeIfAbsent(words[0], (command) -> new LinkedHashMap<>())
                        .put(words[place], described);
            }
        });
        return commands;
    }

    private void take(String argument, Deque<String> left) {
        String name = name(argument);
        Switch found = this.known.get(name);
        if (found == null) {
            throw refused("ERROR: Option " + name + " is not recognized.");
        }
        if (found.kind().equals("other")) {
            throw elsewhere(this.command.equals(PROGRAM) ? name : this.command + " " + name);
        }
        String value = argument.substring(name.length());
        if (!value.isEmpty()) {
            value = value.startsWith("=") ? value.substring(1) : value;
        } else if (!found.kind().equals("flag")
                && !left.isEmpty()
                && !left.element().startsWith("-")) {
            value = left.remove();
        } else if (found.kind().equals("value")) {
            throw refused("ERROR: Option " + name + " is missing its value.");
        } else if (found.kind().equals("option")) {
            value = USUAL_SECONDS;
        }
        if (this.given.containsKey(found.name())) {
            throw refused("ERROR: Option " + name + " can only be given once.");
        }
        this.given.add(found.name(), name.startsWith(HELP) ? name.substring(HELP.length()) : value);
    }

    /** Returns the switch that an argument begins with: {@code --id} of {@code --id=0}, {@code -i} of {@code -i0}. */
    private String name(String argument) {
        String whole = argument.split("=", 2)[0];
        return this.known.keySet().stream()
                .filter((name) -> whole.startsWith(name) && !name.startsWith("--") && !this.known.containsKey(whole))
                .filter((name) -> Character.isDigit(whole.charAt(name.length())))
                .max(Comparator.comparing(String::length))
                .orElse(whole);
    }

    private static ProblemException refused(String sentence) {
        return ProblemException.badRequest(sentence(sentence));
    }

    private static String sentence(String refusal) {
        return refusal + " Please run 'nvidia-smi -h' for help.";
    }

    private static ProblemException elsewhere(String words) {
        return ProblemException.of(
                HttpStatus.FORBIDDEN,
                "gpulse reads only: `" + words + "` is not possible here; run the real nvidia-smi.");
    }

    /** Returns the query that prints what the command line requests. */
    SmiQuery query(RecentSamples samples, Supplier<Topology> topology) {
        return switch (this.command) {
            case "topo" -> page("matrix", matrix(topology.get()));
            case "nvlink" -> page("status", ConnectionPage.nvlinks());
            case "dmon" -> monitor("puc");
            case Monitor.OF_PROCESSES -> monitor("u");
            default -> program(samples);
        };
    }

    private static SmiOutput matrix(Topology topology) {
        if (topology.reason() != null) {
            throw ProblemException.unavailable(topology.reason(), Duration.ofSeconds(10));
        }
        return ConnectionPage.topology(topology);
    }

    private SmiQuery page(String needed, SmiOutput page) {
        if (!this.given.containsKey(needed)) {
            throw elsewhere(this.command);
        }
        return SmiQuery.of(page, this.given);
    }

    private SmiQuery monitor(String usual) {
        Map<String, String> all = this.given.toSingleValueMap();
        Monitor monitor = new Monitor(this.command, all.getOrDefault("select", usual), all.getOrDefault("stamp", ""));
        Optional<Duration> every = Optional.of(Duration.ofSeconds(number("every", 1)));
        return new SmiQuery(monitor, SmiQuery.ids(all.get(SmiQuery.ID)), every, number("count", TextRequest.ENDLESS));
    }

    private long number(String name, long usual) {
        String written = this.given.getFirst(name);
        return written == null
                ? usual
                : SmiQuery.whole(
                        written,
                        MAX_NUMBER,
                        sentence("Invalid value '" + written + "': a whole number from 1 is needed."));
    }

    private SmiQuery program(RecentSamples samples) {
        if (this.given.containsKey("version")) {
            return SmiQuery.of(SummaryTable.versions(), this.given);
        }
        if (this.given.containsKey("help")) {
            String list = Objects.requireNonNull(this.given.getFirst("help"));
            return SmiQuery.of((snapshot, wanted) -> CsvQuery.help(list), this.given);
        }
        boolean list = !Collections.disjoint(this.given.keySet(), CsvQuery.LISTS.keySet());
        if (list && !this.given.containsKey(SmiQuery.FORMAT)) {
            throw refused("\"--format=\" switch is missing.");
        }
        boolean summary = SmiQuery.ALONE.containsAll(this.given.keySet());
        if (!summary && !list && Collections.disjoint(this.given.keySet(), List.of(SmiQuery.LOG, SmiQuery.LIST))) {
            throw refused("Invalid combination of input arguments.");
        }
        return summary ? SmiQuery.of(new SummaryTable(), this.given) : SmiQuery.of(this.given, samples);
    }
}
