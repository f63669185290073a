package io.gpulse.event;

/** Names of the facts of events; they are part of the contract. */
public final class EventAttribute {

    public static final String PID = "pid";
    public static final String PROCESS = "process";

    /** Name of the program that the process runs, as {@code train.py}. */
    public static final String PROGRAM = "program";

    public static final String USER = "user";

    /** Kind of the workload of the process: a name of {@code Workload.Kind}. The path of a notebook is not stored. */
    public static final String WORKLOAD = "workload";

    public static final String WORKLOAD_ID = "workloadId";

    /** Scheduler or container runtime of the workload. */
    public static final String WORKLOAD_SYSTEM = "workloadSystem";

    public static final String STARTED_AT = "startedAt";

    /** Indexes of several GPUs, such as {@code 0-3,6}. */
    public static final String GPUS = "gpus";

    /** UUIDs of several GPUs, separated by blanks. */
    public static final String UUIDS = "uuids";

    /** Indexes of several GPUs in the order of {@link #UUIDS}, separated by blanks. */
    public static final String INDEXES = "indexes";

    /** Indexes of the GPUs that a process still uses after it left others. */
    public static final String REMAINING_GPUS = "remainingGpus";

    /** Duration. */
    public static final String SECONDS = "seconds";

    /** Number of process starts or ends that have no row of their own. */
    public static final String SUMMARIZED = "summarized";

    /** State of the GPU: a name of {@code GpuState}. */
    public static final String STATE = "state";

    /** {@code removed} for a lost GPU that the PCI bus no longer lists. */
    public static final String BUS = "bus";

    /** The text of the driver, or of gpulse. */
    public static final String REASON = "reason";

    /** Present when the end is unknown, since gpulse did not run then. */
    public static final String END_UNKNOWN = "endUnknown";

    /** Consequences of a fault, as kinds and numbers. */
    public static final String CONSEQUENCES = "consequences";

    /** Id of the event that caused this one. */
    public static final String CAUSE = "cause";

    /** Number of times that work was removed because of a fault: Xid 45. */
    public static final String REMOVED = "removed";

    /** A code of {@code gpu_recovery_action}. */
    public static final String ACTION = "recoveryAction";

    /** Number of new errors or rows. */
    public static final String GROWTH = "growth";

    /** Value of the counter. */
    public static final String TOTAL = "total";

    public static final String FROM = "from";
    public static final String TO = "to";
    public static final String LINK = "link";
    public static final String LOWEST_SM_CLOCK = "lowestSmClockMhz";
    public static final String LIMIT = "limitWatts";
    public static final String DEFAULT_LIMIT = "defaultLimitWatts";
    public static final String P_STATE = "pstate";

    /** Module of a GPU operational event. */
    public static final String MODULE = "module";

    public static final String CODE = "code";
    public static final String NAME = "name";
    public static final String CATEGORY = "category";

    /** Present when the fault was injected for a test. */
    public static final String SIMULATED = "simulated";

    /** Present when the driver lost events before this one. */
    public static final String OVERFLOW = "overflow";

    /** Present when an error may have affected other work. */
    public static final String UNCONTAINED = "uncontained";

    /** When it was reported, if the condition had to last for a time first: ISO-8601. */
    public static final String REPORTED_AT = "reportedAt";

    /** Id of the rule that reports the same. */
    public static final String RULE = "rule";

    /** Sentence of a rule. */
    public static final String SENTENCE = "sentence";

    /** {@link #SENTENCE} in Simplified Chinese. */
    public static final String SENTENCE_ZH = "sentenceZh";

    /** Present for a soldered GPU: see {@link io.gpulse.event.xid.Mounting}. */
    public static final String SOLDERED = "soldered";

    /** Present for throttled clocks while the machine runs on battery. */
    public static final String ON_BATTERY = "onBattery";

    private EventAttribute() {}
}
