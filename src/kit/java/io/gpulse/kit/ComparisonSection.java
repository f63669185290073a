package io.gpulse.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section that compares gpulse with nvidia-smi, idle and under load. */
final class ComparisonSection {

    private static final Duration LONGEST_LOAD = Duration.ofSeconds(150);

    private static final String METHOD = """
            nvidia-smi ran just before and just after each request to gpulse, with a new round in between. \
            A value agrees when it equals the text of nvidia-smi before or after, or is a number between both. A \
            value that changes by itself and is outside that range is listed separately. A value that agreed in one \
            of several passes is not listed as different; gpulse reads limits, totals and modes every 10 s.""";

    private final VerificationSession session;
    private final GpulseChild gpulse;

    ComparisonSection(VerificationSession session, GpulseChild gpulse) {
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
        ProgramResult table = smi.run();
        if (!table.ok()) {
            report.paragraph("Nothing was compared: nvidia-smi does not answer. " + table.problem());
            return;
        }
        SmiComparison comparison = new SmiComparison(this.session, smi, this.gpulse);
        report.paragraph(METHOD);
        report.paragraph(comparison.queries().properties().size() + " properties and "
                + comparison.queries().parts().size() + " parts of the log are known to both.");
        report.list(comparison.queries().notes());
        report.heading(3, "Idle");
        report.paragraph("As the machine was found; nothing was started.");
        passes("idle", comparison, report);
        report.heading(3, "Under load");
        underLoad(smi, comparison, report);
    }

    private void passes(String name, SmiComparison comparison, Markdown report) {
        ComparedSet found = new ComparedSet();
        for (int pass = 1; pass <= this.session.durations().passes(); pass++) {
            this.session.report("Comparing with nvidia-smi, " + name + ", pass " + pass + " ...");
            comparison.compare(name + "-" + pass, found);
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
                                    : "no GPU is free of compute processes."));
            return;
        }
        try (LoadProgram load = LoadProgram.start(this.session, python.get(), gpu.get(), LONGEST_LOAD)) {
            this.session.report("Loading a GPU ...");
            GpulseChild.pause(this.session.durations().warmup().toMillis());
            if (!load.isRunning()) {
                report.paragraph("Not compared: the load program ended at once with the output: "
                        + Markdown.code(load.output()));
                return;
            }
            report.paragraph("Output of the load program: " + Markdown.code(load.output()));
            passes("load", comparison, report);
        } catch (IOException ex) {
            report.paragraph("Not compared: the load cannot be started: " + ex.getMessage() + ".");
        }
    }

    static void write(ComparedSet found, Markdown report) {
        Map<Agreement, Integer> counts = found.counts();
        report.paragraph(found.size() + " values: " + counts.get(Agreement.EQUAL) + " equal to the letter, "
                + counts.get(Agreement.BETWEEN) + " between, " + counts.get(Agreement.MOVED)
                + " changed by themselves and are outside the range, **" + counts.get(Agreement.DIFFERENT)
                + " different**.");
        report.list(found.problems());
        values("Different", found.all(Agreement.DIFFERENT), report);
        values("Different in some passes, equal in others", found.sometimes(), report);
        values("Changed by themselves, outside the range of nvidia-smi", found.all(Agreement.MOVED), report);
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
