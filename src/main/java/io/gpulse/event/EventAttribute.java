package io.gpulse.event;

/** Names of facts of events, which are part of the contract. */
public final class EventAttribute {

    public static final String PID = "pid";
    public static final String PROCESS = "process";
    public static final String USER = "user";
    public static final String STARTED_AT = "startedAt";

    /** Indexes of several GPUs, such as {@code 0-3,6}. */
    public static final String GPUS = "gpus";

    /** UUIDs of several GPUs, with blanks between them. */
    public static final String UUIDS = "uuids";

    /** Indexes of the GPUs that a process is still on when it has left others. */
    public static final String REMAINING_GPUS = "remainingGpus";

    /** How long something has lasted. */
    public static final String SECONDS = "seconds";

    /** Processes, or starts, that have no row of their own. */
    public static final String SUMMARIZED = "summarized";

    /** How a GPU stood, as {@code GpuState} spells it. */
    public static final String STATE = "state";

    /** {@code removed} when the PCI bus no longer lists a GPU that is lost. */
    public static final String BUS = "bus";

    /** The driver's own words, or gpulse's. */
    public static final String REASON = "reason";

    /** Whether when it ended is not known: gpulse did not run then. */
    public static final String END_UNKNOWN = "endUnknown";

    /** Kinds and numbers of what followed from it. */
    public static final String CONSEQUENCES = "consequences";

    /** The id of the event that it is a consequence of. */
    public static final String CAUSE = "cause";

    /** How often work was removed because of it: Xid 45. */
    public static final String REMOVED = "removed";

    /** A code of {@code gpu_recovery_action}. */
    public static final String ACTION = "recoveryAction";

    /** Errors or rows that came. */
    public static final String GROWTH = "growth";

    /** What a counter counts in all. */
    public static final String TOTAL = "total";

    public static final String FROM = "from";
    public static final String TO = "to";
    public static final String LINK = "link";
    public static final String LOWEST_SM_CLOCK = "lowestSmClockMhz";
    public static final String LIMIT = "limitWatts";
    public static final String DEFAULT_LIMIT = "defaultLimitWatts";
    public static final String P_STATE = "pstate";

    /** Of a GPU operational event. */
    public static final String MODULE = "module";

    public static final String CODE = "code";
    public static final String NAME = "name";
    public static final String CATEGORY = "category";

    /** Whether somebody only pretended it. */
    public static final String SIMULATED = "simulated";

    /** Whether the driver lost events before it. */
    public static final String OVERFLOW = "overflow";

    /** Whether an error may have reached other work. */
    public static final String UNCONTAINED = "uncontained";

    /** Which rule says it. */
    public static final String RULE = "rule";

    /** What a rule says when it begins to hold. */
    public static final String SENTENCE = "sentence";

    /** The same in Simplified Chinese. */
    public static final String SENTENCE_ZH = "sentenceZh";

    /** Present for a GPU that is soldered: see {@link io.gpulse.event.xid.Mounting}. */
    public static final String SOLDERED = "soldered";

    /** Present for slow clocks while the machine runs on battery. */
    public static final String ON_BATTERY = "onBattery";

    private EventAttribute() {}
}
