package io.gpulse.kit;

import java.util.List;
import java.util.function.Supplier;

/** Asks nvidia-smi, gpulse and nvidia-smi again, and lays what they print beside each other. */
final class SmiComparison {

    private static final int ROUND_MILLIS = 3000;
    private static final int POLL_MILLIS = 50;

    private final LookSession session;
    private final SmiProgram smi;
    private final GpulseChild gpulse;
    private final SharedQuestions questions;

    SmiComparison(LookSession session, SmiProgram smi, GpulseChild gpulse) {
        this.session = session;
        this.smi = smi;
        this.gpulse = gpulse;
        String properties = smi.ask("--help-query-gpu").text();
        String help = smi.ask("--help").text();
        save("nvidia-smi/help-query-gpu.txt", properties);
        save("nvidia-smi/help.txt", help);
        this.questions = SharedQuestions.find(properties, help, smi, gpulse);
    }

    SharedQuestions questions() {
        return this.questions;
    }

    /** One look at everything. */
    void look(String name, ComparedSet found) {
        PageComparison comparison = new PageComparison(this.session.mask(), found);
        List<String> properties = this.questions.properties();
        if (properties.isEmpty()) {
            found.problem("There is no property that both know.");
        } else {
            BeforeAfter<String> texts = ask(
                    name + "-query.csv",
                    found,
                    () -> this.smi.properties(properties),
                    SharedQuestions.path(properties));
            BeforeAfter<CsvPage> pages = texts.map((text) -> CsvPage.parse(properties, text));
            if (!texts.ours().isEmpty() && headed(pages)) {
                comparison.properties(pages);
            }
        }
        for (String part : this.questions.parts()) {
            BeforeAfter<String> texts = ask(
                    name + "-q-" + part + ".txt",
                    found,
                    () -> this.smi.ask("-q", "-d", part),
                    "/api/v1/query?q&d=" + part);
            comparison.part(part, texts.map(LogPart::parse));
        }
        BeforeAfter<String> tables = ask(name + "-table.txt", found, this.smi::ask, "/?columns=200");
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

    /** Three empty texts, and a problem, when one of them was not answered. */
    private BeforeAfter<String> ask(String file, ComparedSet found, Supplier<ProgramResult> theirs, String path) {
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

    /** What gpulse sampled before nvidia-smi was asked is older than what it is compared with. */
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
        ReportFolder.write(this.session.folder().secret(name, "what " + program + " printed, look by look"), text);
    }
}
