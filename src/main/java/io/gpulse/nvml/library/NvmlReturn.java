package io.gpulse.nvml.library;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.metric.Reason;
import java.util.Arrays;

/** The driver's return codes, with their meaning for a metric and for the whole GPU. Source: {@code nvmlReturn_t}. */
public enum NvmlReturn {
    SUCCESS(0, "success", Reason.ERROR),
    UNINITIALIZED(1, "NVML is not initialised", Reason.ERROR),
    INVALID_ARGUMENT(2, "the driver does not accept the call", Reason.ERROR),
    NOT_SUPPORTED(3, "not supported", Reason.NOT_SUPPORTED),
    NO_PERMISSION(4, "insufficient permissions", Reason.NO_PERMISSION),
    NOT_FOUND(6, "not found", Reason.NO_DATA),
    INSUFFICIENT_SIZE(7, "the driver wants more memory than it was given", Reason.ERROR),
    INSUFFICIENT_POWER(8, "the GPU's power cables are not attached", Reason.ERROR),
    DRIVER_NOT_LOADED(9, "the NVIDIA driver is not loaded", Reason.ERROR),
    TIMEOUT(10, "the driver timed out", Reason.TIMED_OUT),
    IRQ_ISSUE(11, "the kernel found an interrupt issue with the GPU", Reason.ERROR),
    LIBRARY_NOT_FOUND(12, "a library that NVML needs is missing", Reason.ERROR),
    FUNCTION_NOT_FOUND(13, "this driver has no such function", Reason.DRIVER_TOO_OLD),
    CORRUPTED_INFOROM(14, "the InfoROM is corrupted", Reason.ERROR),
    GPU_IS_LOST(15, "the GPU has fallen off the bus", Reason.GPU_LOST),
    RESET_REQUIRED(16, "the GPU needs a reset", Reason.ERROR),
    OPERATING_SYSTEM(17, "the operating system blocks access to the GPU", Reason.ERROR),
    LIB_RM_VERSION_MISMATCH(18, "the driver and its library have different versions", Reason.ERROR),
    IN_USE(19, "the GPU is in use", Reason.ERROR),
    MEMORY(20, "the driver is out of memory", Reason.ERROR),
    NO_DATA(21, "no data", Reason.NO_DATA),
    VGPU_ECC_NOT_SUPPORTED(22, "not supported with ECC on a vGPU", Reason.NOT_SUPPORTED),
    INSUFFICIENT_RESOURCES(23, "the driver is out of resources", Reason.ERROR),
    ARGUMENT_VERSION_MISMATCH(25, "this driver does not know this version of the call", Reason.DRIVER_TOO_OLD),
    DEPRECATED(26, "no longer offered by this driver", Reason.DEPRECATED),
    NOT_READY(27, "not ready yet", Reason.NO_DATA),
    GPU_NOT_FOUND(28, "no such GPU", Reason.ERROR),
    INVALID_STATE(29, "not in the right state", Reason.NO_DATA),
    UNKNOWN(999, "unknown error", Reason.ERROR);

    /** The constants by code, without the last, which is large. */
    private static final NvmlReturn[] BY_CODE = byCode();

    private final int code;
    private final String meaning;
    private final Reason reason;

    NvmlReturn(int code, String meaning, Reason reason) {
        this.code = code;
        this.meaning = meaning;
        this.reason = reason;
    }

    /** Returns the constant of a code; {@link #UNKNOWN} for a new code. */
    public static NvmlReturn of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    }

    private static NvmlReturn[] byCode() {
        NvmlReturn[] known = new NvmlReturn[INVALID_STATE.code + 1];
        Arrays.fill(known, UNKNOWN);
        Arrays.stream(values()).filter((value) -> value != UNKNOWN).forEach((value) -> known[value.code] = value);
        return known;
    }

    public int code() {
        return this.code;
    }

    /** Returns the meaning for one metric. */
    public Reason reason() {
        return this.reason;
    }

    /** Returns the meaning in words with the code: {@code the GPU has fallen off the bus (NVML code 15)}. */
    public String words() {
        return this.meaning + " (NVML code " + this.code + ")";
    }

    /** Returns whether the driver may return another code later in the same session: the call is worth repeating. */
    public boolean mayPass() {
        return switch (this) {
            case TIMEOUT, IN_USE, MEMORY, INSUFFICIENT_RESOURCES, NO_DATA, NOT_READY, INVALID_STATE, UNKNOWN -> true;
            default -> false;
        };
    }

    /** Returns whether it concerns the whole GPU, so that further calls about it are pointless. */
    public boolean concernsWholeGpu() {
        return switch (verdict()) {
            case REFUSED, FORBIDDEN, UNKNOWN -> false;
            default -> true;
        };
    }

    /** Returns the refusal by a call of this symbol. */
    public GpuRefusedException refusal(String symbol) {
        return new GpuRefusedException(verdict(), symbol + ": " + words());
    }

    /** Returns the meaning for a GPU that returns nothing else. */
    public Verdict verdict() {
        return switch (this) {
            case GPU_IS_LOST -> Verdict.LOST;
            case RESET_REQUIRED -> Verdict.RESET_REQUIRED;
            case UNINITIALIZED, DRIVER_NOT_LOADED, GPU_NOT_FOUND, LIB_RM_VERSION_MISMATCH -> Verdict.SESSION_OVER;
            case UNKNOWN -> Verdict.UNKNOWN;
            case NO_PERMISSION -> Verdict.FORBIDDEN;
            default -> Verdict.REFUSED;
        };
    }
}
