package io.gpulse.kit;

import java.util.List;
import java.util.function.Supplier;

/** Compares the output of gpulse with that of nvidia-smi just before and just after it. */
final class SmiComparison {

    private static final int ROUND_MILLIS = 3000;
    private static final int POLL_MILLIS = 50;

    private final VerificationSession session;
    private final SmiProgram smi;
    private final GpulseChild gpulse;
    private final SharedQueries queries;

    SmiComparison(VerificationSession session, SmiProgram smi, GpulseChild gpulse) {
        this.session = session;
        this.smi = smi;
        this.gpulse = gpulse;
        String properties = smi.run("--help-query-gpu").text();
        String help = smi.run("--help").text();
        save("nvidia-smi/help-query-gpu.txt", properties);
        save("nvidia-smi/help.txt", help);
        this.queries = SharedQueries.find(properties, help, smi, gpulse);
    }

    SharedQueries queries() {
        return this.queries;
    }

    /** Runs one comparison pass over all shared queries. */
    void compare(String name, ComparedSet found) {
        PageComparison comparison = new PageComparison(this.session.mask(), found);
        List<String> properties = this.queries.properties();
        if (properties.isEmpty()) {
            found.problem("There is no property that both know.");
        } else {
            BeforeAfter<String> texts = run(
                    name + "-query.csv", found, () -> this.smi.properties(properties), SharedQueries.path(properties));
            BeforeAfter<CsvPage> pages = texts.map((text) -> CsvPage.parse(properties, text));
            if (!texts.ours().isEmpty() && headed(pages)) {
                comparison.properties(pages);
            }
        }
        for (String part : this.queries.parts()) {
            BeforeAfter<String> texts = run(
                    name + "-q-" + part + ".txt",
                    found,
                    () -> this.smi.run("-q", "-d", part),
                    "/api/v1/query?q&d=" + part);
            comparison.part(part, texts.map(LogPart::parse));
        }
        BeforeAfter<String> tables = run(name + "-table.txt", found, this.smi::run, "/?columns=200");
        comparison.tables(new BeforeAfter<>(
                PrintedTable.ofSmi(tables.before()),
                PrintedTable.ofGpulse(tables.ours()),
                PrintedTable.ofSmi(tables.after())));
    }

    private static boolean headed(BeforeAfter<CsvPage> pages) {
        return !pages.before().headers().isEmpty()
                && !pages.ours().headers().isEmpty()
                && !pages.after().headers().isEmpty();
    }

    /** Returns three empty texts and records a problem when one query failed. */
    private BeforeAfter<String> run(String file, ComparedSet found, Supplier<ProgramResult> theirs, String path) {
        ProgramResult before = theirs.get();
        awaitNextRound();
        HttpText ours = this.gpulse.get(path);
        ProgramResult after = theirs.get();
        save("nvidia-smi/before-" + file, before.text());
        save("gpulse/" + file, ours.text());
        save("nvidia-smi/after-" + file, after.text());
        if (before.ok() && ours.ok() && after.ok()) {
            return new BeforeAfter<>(before.text(), ours.text(), after.text());
        }
        found.problem(file + " was not compared. "
                + (before.ok() && after.ok() ? "" : "nvidia-smi: " + (before.ok() ? after : before).problem() + " ")
                + (ours.ok()
                        ? ""
                        : "gpulse answered " + ours.status() + ": "
                                + ours.text().strip()));
        return new BeforeAfter<>("", "", "");
    }

    /** Waits for a round after the first run of nvidia-smi, so that the sample is not older than it. */
    private void awaitNextRound() {
        String before = takenAt();
        for (int waited = 0; waited < ROUND_MILLIS && takenAt().equals(before); waited += POLL_MILLIS) {
            GpulseChild.pause(POLL_MILLIS);
        }
    }

    private String takenAt() {
        return JsonTree.parse(this.gpulse.get("/api/v1/snapshot?view=core").text())
                .at("takenAt")
                .text();
    }

    private void save(String name, String text) {
        String program = name.substring(0, name.indexOf('/'));
        ReportFolder.write(this.session.folder().secret(name, "output of " + program + ", by pass"), text);
    }
}
