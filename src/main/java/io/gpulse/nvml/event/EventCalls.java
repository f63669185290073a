package io.gpulse.nvml.event;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Layout.Slot;
import java.util.List;

/** The driver's calls for events, and the structs that they receive a pointer to. */
public final class EventCalls {

    /** {@code nvmlEventData_t}. */
    static final Layout EVENT =
            Layout.struct().u64("device", "eventType", "eventData").u32("gpuInstanceId", "computeInstanceId");

    /** The operational events to report of a GPU. */
    static final Layout OPERATIONAL_CONFIG = Layout.struct().chars("uuid", 96).u32("minLogLevel", "minSeverity");

    /** An event of either kind, as {@code nvmlEventSetWait_v3} writes it. */
    static final Layout OPERATIONAL_EVENT = Layout.struct()
            .u32("timeoutMs", "dataType")
            .chars("uuid", 96)
            .chars("sourceModule", 16)
            .u64("eventType", "eventData")
            .u64("groupCursor", "instanceId")
            .u64("timestampUsec", "traceId")
            .u32("gpuInstanceId", "computeInstanceId")
            .u32("severity", "categoryId")
            .u32("moduleEventCode", "scope")
            .u32("originator", "moduleInstance")
            .u32("chipletId", "logLevel")
            .u32("attributes", "groupCperSize", "groupAttributes")
            .u8("groupSize", "groupIndex");

    static final Layout COUNT = Layout.struct().u32("count");

    /** The type of a context; the last member, of two bytes, is not used. */
    static final Layout CONTEXT_INFO = Layout.struct()
            .u32("index", "nvmlGpuOperationalEventContextType")
            .u32("sourceEventContextType", "dataSize")
            .chars("dataFormatVersion", 2);

    static final Layout LEGACY_XID = Layout.struct().u32("index", "xidCode");

    static final Call CREATE = Call.u64("nvmlEventSetCreate");
    static final Call SUPPORTED_TYPES = Call.u64("nvmlDeviceGetSupportedEventTypes");
    static final Call REGISTER = new Call(
            "nvmlDeviceRegisterEvents",
            List.of(),
            Layout.pointers().given("eventTypes").given("set"));

    /** The timeout is an {@code unsigned int}, passed in a register of the same width as other numbers. */
    static final Call WAIT = new Call(
            "nvmlEventSetWait_v2",
            List.of(),
            Layout.pointers().given("set").array("data", EVENT.size()).given("timeoutms"));

    static final Call FREE =
            new Call("nvmlEventSetFree", List.of(), Layout.pointers().given("set"));

    static final Call REGISTER_OPERATIONAL = ofSet("nvmlEventSetRegisterGpuOperationalEvents_v1", OPERATIONAL_CONFIG);
    static final Call WAIT_OPERATIONAL = ofSet("nvmlEventSetWait_v3", OPERATIONAL_EVENT);
    static final Call CONTEXT_COUNT = ofSet("nvmlEventSetGetContextCount_v1", COUNT);
    static final Call CONTEXT_INFO_OF = ofSet("nvmlEventSetGetContextInfo_v1", CONTEXT_INFO);
    static final Call LEGACY_XID_OF = ofSet("nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1", LEGACY_XID);

    /** The calls that drivers of all ages have. */
    public static final List<Call> CLASSIC = List.of(CREATE, SUPPORTED_TYPES, REGISTER, WAIT, FREE);

    private static final String STRUCT = "struct";

    private EventCalls() {}

    /** Returns a call about a set that receives a pointer to a struct. */
    private static Call ofSet(String symbol, Layout struct) {
        return new Call(symbol, List.of(), Layout.pointers().given("set").array(STRUCT, struct.size()));
    }

    /** Returns the argument of such a call that points to the struct. */
    static Slot structOf(Call call) {
        return call.layout().slots().get(1);
    }
}
