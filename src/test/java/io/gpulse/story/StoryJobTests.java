package io.gpulse.story;

import static io.gpulse.story.StoredPast.draft;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import org.junit.jupiter.api.Test;

/** The processes that are one job, and its end. */
class StoryJobTests {

    private static final String TRAIN = "train.py of mchen";
    private static final EventDraft LOST = draft(EventKind.GPU_LOST, Severity.CRITICAL, 2, 120);

    private static StoredPast fourWorkers(double until, String... states) {
        StoredPast past = new StoredPast(480).gpu(0, states);
        for (int worker = 0; worker < 4; worker++) {
            past.process(0, TRAIN, 2 + worker / 60.0, until);
        }
        return past;
    }

    /** A job on four GPUs, one of which is lost. */
    private static StoredPast lostGpu(String... statesOfOthers) {
        StoredPast past = new StoredPast(300).gpus(4, statesOfOthers).gpu(2, "busy 0-120", "lost 120-300");
        past.process(0, TRAIN, 2, 127.0).process(1, TRAIN, 2, 127.0).process(3, TRAIN, 2, 127.0);
        return past.lostProcess(2, TRAIN, 2, 120);
    }

    @Test
    void processesThatBeganTogetherOnOneGpuAreOneJob() {
        Sentence sentence =
                fourWorkers(120, "busy 0-120", "free 120-272", "busy 272-480").only();

        assertThat(sentence.text().en()).isEqualTo("GPU 0: train.py of mchen ended; the GPU was free for 2 h 32 min.");
        assertThat(sentence.gpuHours()).isEqualTo(152 / 60.0);
    }

    @Test
    void timeInWhichASchedulerKeptTheGpuForAJobIsFree() {
        Sentence sentence = fourWorkers(120, "busy 0-120", "reserved 120-200", "free 200-272", "busy 272-480")
                .only();

        assertThat(sentence.text().en()).isEqualTo("GPU 0: train.py of mchen ended; the GPU was free for 2 h 32 min.");
    }

    @Test
    void processesThatEndedTogetherOnOneGpuAreOneJob() {
        StoredPast past = new StoredPast(480).gpu(0, "busy 0-120", "free 120-272", "busy 272-480");
        past.process(0, TRAIN, 2, 120.0).process(0, TRAIN, 40, 120.0).process(0, TRAIN, 80, 119.0);

        assertThat(past.texts()).containsExactly("GPU 0: train.py of mchen ended; the GPU was free for 2 h 32 min.");
    }

    @Test
    void processesThatNeitherBeganNorEndedTogetherAreTwoJobs() {
        StoredPast past = new StoredPast(480).gpu(0, "busy 0-480");
        past.process(0, TRAIN, 2, 122.0).process(0, TRAIN, 60, 420.0);

        assertThat(past.texts())
                .containsExactly(
                        "GPU 0: train.py of mchen ended after 2 h.", "GPU 0: train.py of mchen ended after 6 h.");
    }

    @Test
    void processesOfOneRunAreCountedAsOneRun() {
        StoredPast past = new StoredPast(180).gpu(0, "busy 0-180");
        for (int run = 0; run < 20; run++) {
            past.process(0, "trial.py of u", 2 + run * 3, 4.5 + run * 3);
            past.process(0, "trial.py of u", 2.1 + run * 3, 4.4 + run * 3);
        }

        assertThat(past.texts()).containsExactly("GPU 0: trial.py of u ended after 20 runs in 59 min.");
    }

    @Test
    void aFaultNamesTheJobOfSeveralProcessesAndItsCost() {
        Sentence sentence = fourWorkers(400, "busy 0-60", "held_idle 60-69", "busy 69-480")
                .xid(0, 31, 60)
                .story()
                .sentences()
                .get(0);

        assertThat(sentence.text().en()).endsWith("(Xid 31); train.py of mchen was idle for 9 min.");
        assertThat(sentence.gpuHours()).isEqualTo(9 / 60.0);
    }

    @Test
    void aJobEndsWithItsOtherProcessesWhenAGpuIsLost() {
        assertThat(lostGpu("busy 0-127", "free 127-300").lasting(LOST, null).texts())
                .containsExactly(
                        "GPU 2 fell off the bus 3 h ago; train.py of mchen ended 7 min later;"
                                + " the GPU has been unusable since.",
                        "GPUs 0–1, 3: train.py of mchen ended; the GPUs have been free since, for 2 h 53 min.");
    }

    @Test
    void aJobThatLostAGpuIsStartedAgainOnTheOthers() {
        StoredPast past = lostGpu("busy 0-127", "free 127-139", "busy 139-300");
        past.process(0, TRAIN, 139, null).process(1, TRAIN, 139, null).process(3, TRAIN, 139, null);

        assertThat(past.texts())
                .containsExactly("GPUs 0–1, 3: train.py of mchen ended, and was started again 12 min later;"
                        + " 0.6 GPU-hours were free.");
    }

    @Test
    void aJobRunsWhileOneOfItsProcessesIsSeen() {
        StoredPast past = new StoredPast(300).gpus(2, "busy 0-300");
        past.process(0, TRAIN, 2, 127.0).lostProcess(1, TRAIN, 2, 299);

        assertThat(past.texts()).containsExactly("GPUs 0–1: train.py of mchen started.");
        assertThat(past.only().time().until()).isNull();
    }

    @Test
    void aJobThatEndedBeforeAFaultDidNotEndWithIt() {
        StoredPast before = new StoredPast(300).gpu(0, "busy 0-300").process(0, TRAIN, -60, 59.6);
        StoredPast with = new StoredPast(300).gpu(0, "busy 0-300").process(0, TRAIN, -60, 59.9);

        assertThat(before.xid(0, 31, 60).texts()).hasSize(2).last().asString().endsWith("(Xid 31).");
        assertThat(with.xid(0, 31, 60).texts())
                .hasSize(2)
                .last()
                .asString()
                .endsWith("(Xid 31); train.py of mchen ended with it.");
    }
}
