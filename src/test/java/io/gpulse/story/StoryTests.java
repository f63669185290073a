package io.gpulse.story;

import static io.gpulse.story.StoredPast.draft;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.workload.Stretch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The sentences about a past, and their choice. */
class StoryTests {

    private static final Map<String, String> IDLE = Map.of(
            EventAttribute.RULE, "idle-allocated",
            EventAttribute.SENTENCE, "GPU 0 holds 70 GiB but has been idle for 10 min.",
            EventAttribute.SENTENCE_ZH, "GPU 0 占用 70 GiB。");

    private static StoredPast jobOnFourGpus(double until) {
        StoredPast past = new StoredPast(480);
        for (int gpu = 0; gpu < 4; gpu++) {
            past.process(gpu, "train.py of mchen", 2 + gpu / 60.0, until + gpu / 60.0);
        }
        return past;
    }

    @Test
    void aJobOnSeveralGpusIsOneSentenceWithTheTimeInWhichTheyWereFree() {
        Sentence sentence = jobOnFourGpus(120)
                .gpus(4, "busy 0-120", "free 120-272", "busy 272-480")
                .only();

        assertThat(sentence.text().en())
                .isEqualTo("GPUs 0–3: train.py of mchen ended; the GPUs were free for 2 h 32 min.");
        assertThat(sentence.text().zh()).isEqualTo("GPU 0–3：mchen 的 train.py 结束；该 GPU 空闲 2 小时 32 分钟。");
        assertThat(sentence.kind()).isEqualTo(StoryKind.FREE);
        assertThat(sentence.gpuHours()).isEqualTo(4 * 152 / 60.0);
        assertThat(sentence.gpus()).extracting(EventGpu::index).containsExactly(0, 1, 2, 3);
        assertThat(sentence.time()).isEqualTo(new Stretch(StoredPast.at(120), StoredPast.at(272)));
    }

    @Test
    void theTimeInWhichAGpuWasFreeIsNotClaimedWhereItIsUnknown() {
        Sentence sentence = jobOnFourGpus(120).gpus(4, "busy 0-120", "busy 180-480").story().sentences().stream()
                .filter((one) -> one.kind() == StoryKind.ENDED)
                .findFirst()
                .orElseThrow();

        assertThat(sentence.text().en()).isEqualTo("GPUs 0–3: train.py of mchen ended after 118 min.");
        assertThat(sentence.gpuHours()).isNull();
    }

    @Test
    void aGpuThatIsFreeNowHasNoEnd() {
        StoredPast past = new StoredPast(180).gpu(0, "busy 0-60", "free 60-180").process(0, "a.py of u", 1, 60.0);

        assertThat(past.texts()).containsExactly("GPU 0: a.py of u ended; the GPU has been free since, for 2 h.");
        assertThat(past.only().time().until()).isNull();
        assertThat(past.isOver().texts()).containsExactly("GPU 0: a.py of u ended; the GPU was free for at least 2 h.");
        assertThat(past.only().time().until()).isEqualTo(StoredPast.at(180));
    }

    @Test
    void aJobThatIsStartedAgainIsOneSentenceAndStillRuns() {
        StoredPast past = jobOnFourGpus(80).gpus(4, "busy 0-80", "free 80-92", "busy 92-480");
        for (int gpu = 0; gpu < 4; gpu++) {
            past.process(gpu, "train.py of mchen", 92, null);
        }

        Sentence sentence = past.only();

        assertThat(sentence.text().en())
                .isEqualTo("GPUs 0–3: train.py of mchen ended, and was started again 11 min later; 0.8 GPU-hours were"
                        + " free.");
        assertThat(sentence.kind()).isEqualTo(StoryKind.RESTARTED);
    }

    @Test
    void runsOneAfterTheOtherAreOneJob() {
        StoredPast past = new StoredPast(180).gpu(0, "busy 0-180");
        for (int run = 0; run < 20; run++) {
            past.process(0, "trial.py of u", 2 + run * 3, 4.5 + run * 3);
        }

        assertThat(past.texts()).containsExactly("GPU 0: trial.py of u ended after 20 runs in 59 min.");
    }

    @Test
    void aFaultIsTheTitleOfItsEventWithWhatBecameOfItsJob() {
        StoredPast past = jobOnFourGpus(67).gpus(4, "busy 0-480").xid(2, 31, 60);

        Sentence sentence = past.story().sentences().get(0);

        assertThat(sentence.text().en()).matches("GPU 2: .+ \\(Xid 31\\); train\\.py of mchen ended 7 min later\\.");
        assertThat(sentence.text().zh()).contains("Xid 31", "mchen 的 train.py 在 7 分钟后结束");
        assertThat(sentence.gpuHours()).as("the loss is unknown").isNull();
        assertThat(sentence.events()).containsExactly(1L);
        assertThat(sentence.time()).isEqualTo(Stretch.moment(StoredPast.at(60)));
    }

    @Test
    void aJobThatWasIdleAfterAFaultCostItsGpus() {
        StoredPast past = jobOnFourGpus(400)
                .gpus(4, "busy 0-60", "held_idle 60-69", "busy 69-480")
                .xid(2, 31, 60);

        Sentence sentence = past.story().sentences().get(0);

        assertThat(sentence.text().en()).endsWith("(Xid 31); train.py of mchen was idle for 9 min.");
        assertThat(sentence.gpuHours()).isEqualTo(4 * 9 / 60.0);
    }

    @Test
    void equalFaultsWithinFiveMinutesAreOneSentence() {
        StoredPast past = new StoredPast(60).gpus(4, "free 0-60");
        past.xid(0, 31, 10).xid(1, 31, 12).xid(3, 31, 15).xid(2, 31, 16).xid(2, 43, 16);

        assertThat(past.story().sentences())
                .extracting((one) -> one.gpus().stream().map(EventGpu::index).toList() + " " + one.events())
                .containsExactly("[0, 1, 3] [1, 2, 3]", "[2] [4]", "[2] [5]");
        assertThat(past.texts().get(0)).startsWith("GPUs 0–1, 3: ");
    }

    @Test
    void aConsequenceIsPartOfTheSentenceOfItsCause() {
        EventDraft lost = draft(EventKind.GPU_LOST, Severity.CRITICAL, 1, 11).with(EventAttribute.CAUSE, 1);
        StoredPast past = new StoredPast(60).gpus(2, "free 0-60").xid(1, 79, 10).lasting(lost, null);

        Sentence sentence = past.only();

        assertThat(sentence.text().en())
                .isEqualTo("GPU 1 fell off the bus (Xid 79) 50 min ago; the GPU has been unusable since.");
        assertThat(sentence.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(sentence.events()).containsExactly(1L, 2L);
    }

    @Test
    void aLostGpuCostsItsTime() {
        EventDraft lost = draft(EventKind.GPU_LOST, Severity.CRITICAL, 1, 10);
        StoredPast past = new StoredPast(60).gpus(2, "busy 0-60").process(1, "a.py of u", -60, null);

        Sentence sentence = past.lasting(lost, 40.0).only();

        assertThat(sentence.text().en())
                .isEqualTo("GPU 1 fell off the bus; a.py of u was on it; the GPU was unusable for 30 min.");
        assertThat(sentence.gpuHours()).isEqualTo(0.5);
    }

    @Test
    void anIdleGpuAndItsAlertAreOneSentence() {
        StoredPast past = new StoredPast(300).gpu(0, "busy 0-60", "held_idle 60-300");
        past.process(0, "note.py of jl", -60, null);
        EventDraft alert = draft(EventKind.INSIGHT, Severity.WARNING, 0, 62).with(IDLE);

        assertThat(past.texts()).containsExactly("GPU 0: held idle by note.py of jl, for 4 h so far.");
        assertThat(past.lasting(alert, null).texts())
                .containsExactly("GPU 0 holds 70 GiB but has been idle for 10 min; it has lasted 3 h 58 min so far.");
        assertThat(past.only().gpuHours()).isEqualTo(238 / 60.0);
    }

    @Test
    void allProgramsThatHoldAnIdleGpuAreNamed() {
        StoredPast past = new StoredPast(300).gpu(0, "busy 0-60", "held_idle 60-300");
        past.process(0, "note.py of jl", -60, null).process(0, "b.py of tb", 295, null);

        assertThat(past.texts()).containsExactly("GPU 0: held idle by note.py of jl and b.py of tb, for 4 h so far.");
    }

    @Test
    void anAlertAboutTheLastPartOfAnIdleTimeIsPartOfItsSentence() {
        StoredPast past = new StoredPast(300).gpu(0, "held_idle 0-240", "busy 240-270", "held_idle 270-300");
        past.process(0, "note.py of jl", -60, null);

        Sentence sentence = past.lasting(
                        draft(EventKind.INSIGHT, Severity.WARNING, 0, 270).with(IDLE), null)
                .only();

        assertThat(sentence.text().en())
                .isEqualTo("GPU 0: held idle by note.py of jl, for at least 4 h 30 min of 5 h so far.");
        assertThat(sentence.events()).containsExactly(1L);
        assertThat(sentence.gpuHours()).isEqualTo(4.5);
    }

    @Test
    void aTimeWithoutSamplesIsStatedOnce() {
        StoredPast past = new StoredPast(120).gpus(2, "free 0-40", "free 62-120");

        assertThat(past.texts()).containsExactly("Machine: no samples for 22 min; nothing is known of that time.");
        EventDraft gap = draft(EventKind.GAP, Severity.INFO, null, 39.9).with(EventAttribute.REASON, "restart");
        assertThat(past.lasting(gap, 62.0).texts())
                .containsExactly("Machine: gpulse was stopped for 22 min; nothing is known of that time.");
        assertThat(past.only().events()).containsExactly(1L);
        assertThat(past.only().gpuHours()).isNull();
    }

    @Test
    void aGpuThatIsGoneIsNoGapOfTheMachine() {
        StoredPast past = new StoredPast(120).gpu(0, "free 0-120").gpu(1, "free 0-40");

        assertThat(past.texts()).isEmpty();
    }

    @Test
    void settingsAndMarksAreQuoted() {
        EventDraft limit = draft(EventKind.SETTINGS, Severity.INFO, 0, 20)
                .with(Map.of(EventAttribute.FROM, "700", EventAttribute.TO, "500"));
        StoredPast past = new StoredPast(60).gpu(0, "free 0-60").moment(limit).mark(17, 30, "epoch\n12");

        assertThat(past.texts()).containsExactly("GPU 0: power limit changed from 700 W to 500 W.", "Mark: epoch 12");
        assertThat(past.story().sentences().get(1).mark()).isEqualTo(17);
    }

    @Test
    void twelveAreChosenCriticalOnesAndFaultsFirstAndThenTheDearest() {
        StoredPast past = new StoredPast(1440).gpus(8, "free 0-1440");
        for (int i = 0; i < 14; i++) {
            past.lasting(
                    draft(EventKind.GPU_LOST, Severity.WARNING, i % 8, 10 + i * 20)
                            .with(EventAttribute.REASON, "r" + i),
                    15.0 + i * 21);
        }
        past.moment(draft(EventKind.GPU_FAILED, Severity.CRITICAL, 3, 1400));
        past.mark(1, 1, "cheap");

        Story story = past.story();

        assertThat(story.sentences())
                .hasSize(12)
                .isSortedAccordingTo((one, other) ->
                        Long.compare(one.time().at(), other.time().at()));
        assertThat(story.sentences()).extracting(Sentence::events).doesNotContain(List.of(1L));
        assertThat(story.sentences().get(11).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(story.omitted()).isEqualTo(4);
    }

    @Test
    void aQuietTimeCountsItsJobs() {
        StoredPast past = new StoredPast(60).gpus(2, "busy 0-60");

        assertThat(quiet(past)).isEqualTo("A quiet time: nothing went wrong.");
        assertThat(quiet(past.process(0, "a.py of u", -5, null)))
                .isEqualTo("A quiet time: 1 job ran, nothing went wrong.");
        assertThat(quiet(past.process(1, "b.py of u", 5, 9.0)))
                .isEqualTo("A quiet time: 2 jobs ran, nothing went wrong.");
        assertThat(past.story().sampledFrom()).isEqualTo(StoredPast.START);
        assertThat(quiet(new StoredPast(60).gpu(0))).isEqualTo("No samples of this time are stored.");
    }

    private static String quiet(StoredPast past) {
        Story story = past.story();
        assertThat(story.sentences()).isEmpty();
        return Objects.requireNonNull(story.quiet()).en();
    }

    @Test
    void anUnknownUserOrProgramIsNotNamed() {
        StoredPast past = new StoredPast(60).gpus(2, "busy 0-60");

        assertThat(past.process(0, "a.py", 5, null).process(1, "", 20, null).texts())
                .containsExactly("GPU 0: a.py started.", "GPU 1: a program started.");
    }

    @Test
    void aNameControlsNoTerminal() {
        StoredPast past = new StoredPast(60).gpu(0, "busy 0-60");

        assertThat(past.process(0, "a\u001b[2J\u202e" + "x".repeat(80) + " of u\n", 5, null)
                        .texts())
                .containsExactly("GPU 0: a?[2J?" + "x".repeat(57) + "… of u? started.");
    }

    @Test
    void anEventWithUnreadableFactsIsLeftOut() {
        EventDraft recovery =
                draft(EventKind.RECOVERY_ACTION, Severity.WARNING, 0, 5).with(EventAttribute.ACTION, "many");
        EventDraft ofNoNumber = draft(EventKind.LINK_ERRORS, Severity.WARNING, 0, 5);
        EventDraft ofSeveral = new EventDraft(
                ofNoNumber.at(),
                ofNoNumber.kind(),
                ofNoNumber.severity(),
                null,
                null,
                Map.of(EventAttribute.UUIDS, StoredPast.uuid(0), EventAttribute.INDEXES, "first"));
        StoredPast past =
                new StoredPast(60).gpu(0, "free 0-60").moment(recovery).moment(ofSeveral);

        assertThat(past.texts()).isEmpty();
    }
}
