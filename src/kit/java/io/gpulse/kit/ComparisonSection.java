package io.gpulse.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** gpulse beside nvidia-smi, idle and under load. */
final class ComparisonSection {

    private static final Duration LONGEST_LOAD = Duration.ofSeconds(150);

    private static final String METHOD = """
            nvidia-smi was asked just before and just after gpulse, and gpulse only when a round had begun in between. \
            A value agrees when it is to the letter what nvidia-smi said before or after, or a number between both. A \
            value that moves by itself and lies outside is listed apart. What agreed in one of several looks is not \
            listed as different; gpulse asks limits, totals and modes every 10 s only.""";

    private final LookSession session;
    private final GpulseChild gpulse;

    ComparisonSection(LookSession session, GpulseChild gpulse) {
        this.session = session;
        this.gpulse = gpulse;
    }

    void write(Markdown report) {
        report.heading(2, "Compared with nvidia-smi");
        Optional<Path> program = SmiProgram.find(System.getenv().getOrDefault("PATH", ""));
        if (program.isEmpty()) {
            report.paragraph("Nothing was compared: there is no nvidia-smi on the PATH.");
            return;
        }
        SmiProgram smi = new SmiProgram(this.session.runner(), program.get());
        ProgramResult table = smi.ask();
        if (!table.ok()) {
            report.paragraph("Nothing was compared: nvidia-smi does not answer. " + table.problem());
            return;
        }
        SmiComparison comparison = new SmiComparison(this.session, smi, this.gpulse);
        report.paragraph(METHOD);
        report.paragraph(comparison.questions().properties().size() + " properties and "
                + comparison.questions().parts().size() + " parts of the log are known to both.");
        report.list(comparison.questions().notes());
        report.heading(3, "Idle");
        report.paragraph("As the machine was found; nothing was started.");
        looks("idle", comparison, report);
        report.heading(3, "Under load");
        underLoad(smi, comparison, report);
    }

    private void looks(String name, SmiComparison comparison, Markdown report) {
        ComparedSet found = new ComparedSet();
        for (int look = 1; look <= this.session.durations().looks(); look++) {
            this.session.say("Comparing with nvidia-smi, " + name + ", look " + look + " ...");
            comparison.look(name + "-" + look, found);
        }
        write(found, report);
    }

    private void underLoad(SmiProgram smi, SmiComparison comparison, Markdown report) {
        Optional<Path> python = LoadProgram.python(System.getenv().getOrDefault("PATH", ""));
        Optional<String> gpu = LoadProgram.freeGpu(smi);
        if (!this.session.options().load() || python.isEmpty() || gpu.isEmpty()) {
            report.paragraph("Not compared: "
                    + (!this.session.options().load()
                            ? "--no-load was given."
                            : python.isEmpty()
                                    ? "there is no python3 on the PATH to load a GPU with."
                                    : "there is no GPU on which nobody computes."));
            return;
        }
        try (LoadProgram load = LoadProgram.start(this.session, python.get(), gpu.get(), LONGEST_LOAD)) {
            this.session.say("Loading a GPU ...");
            GpulseChild.pause(this.session.durations().warmup().toMillis());
            if (!load.isRunning()) {
                report.paragraph("Not compared: the load ended at once and said: " + Markdown.code(load.said()));
                return;
            }
            report.paragraph("The load said: " + Markdown.code(load.said()));
            looks("load", comparison, report);
        } catch (IOException ex) {
            report.paragraph("Not compared: the load cannot be started: " + ex.getMessage() + ".");
        }
    }

    static void write(ComparedSet found, Markdown report) {
        Map<Agreement, Integer> counts = found.counts();
        report.paragraph(found.size() + " values: " + counts.get(Agreement.EQUAL) + " equal to the letter, "
                + counts.get(Agreement.BETWEEN) + " between, " + counts.get(Agreement.MOVED)
                + " moved by themselves and lie outside, **" + counts.get(Agreement.DIFFERENT) + " different**.");
        report.list(found.problems());
        values("Different", found.all(Agreement.DIFFERENT), report);
        values("Different in some looks, equal in others", found.sometimes(), report);
        values("Moved by themselves, outside of what nvidia-smi said", found.all(Agreement.MOVED), report);
        lines("Lines of nvidia-smi's log that gpulse does not print", found.unknownToGpulse(), report);
        lines("Lines that only gpulse prints", found.onlyInGpulse(), report);
    }

    private static void values(String title, List<ComparedValue> values, Markdown report) {
        if (values.isEmpty()) {
            return;
        }
        report.paragraph("**" + title + "** (" + values.size() + "):");
        report.table(
                List.of("property", "gpulse", "nvidia-smi before", "nvidia-smi after"),
                values.stream()
                        .map((value) -> List.of(
                                value.where(),
                                Markdown.code(value.ours()),
                                Markdown.code(value.before()),
                                Markdown.code(value.after())))
                        .toList());
    }

    private static void lines(String title, Collection<String> lines, Markdown report) {
        if (!lines.isEmpty()) {
            report.paragraph("**" + title + "** (" + lines.size() + "): " + String.join("; ", lines) + ".");
        }
    }
}
