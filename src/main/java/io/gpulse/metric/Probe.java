package io.gpulse.metric;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a reading comes from, as data: equal questions are one native call, documents can name the source, and the demo
 * answers by symbol.
 */
public sealed interface Probe {

    /** The source as documents name it, for example {@code nvmlDeviceGetUtilizationRates.gpu}. */
    String source();

    /** {@code nvmlReturn_t symbol(device, args…, unsigned int *)}. */
    static Probe u32(String symbol, Integer... args) {
        return Call.u32(symbol, args).only();
    }

    /** {@code nvmlReturn_t symbol(device, args…, unsigned long long *)}. */
    static Probe u64(String symbol, Integer... args) {
        return Call.u64(symbol, args).only();
    }

    /** {@code nvmlReturn_t symbol(device, args…, char *, unsigned int length)}. */
    static Probe word(String symbol, int length, Integer... args) {
        return Call.word(symbol, length, args).only();
    }

    /** One record of {@code nvmlDeviceGetFieldValues}; all fields of a look travel in one call. */
    static Probe field(int id) {
        return new Field(id, 0);
    }

    /** Several parts of one answer put together, for example {@code 9} and {@code 0} to {@code 9.0}. */
    static Probe joined(String separator, Probe... parts) {
        return new Joined(List.of(parts), separator);
    }

    /** A figure that the operating system tells in a file below {@code /proc}. */
    static Probe proc(String file, String figure) {
        return new Proc(file, figure);
    }

    /** A slot of what a getter answers. */
    record Member(Call call, Layout.Slot slot) implements Probe {

        @Override
        public String source() {
            return this.slot.name().isEmpty() ? this.call.source() : this.call.source() + "." + this.slot.name();
        }
    }

    /** A field value. */
    record Field(int id, int scope) implements Probe {

        @Override
        public String source() {
            String scopeSuffix = this.scope == 0 ? "" : "," + Integer.toUnsignedString(this.scope);
            return "nvmlDeviceGetFieldValues[" + this.id + scopeSuffix + "]";
        }
    }

    /** Parts put together to one word. */
    record Joined(List<Probe> parts, String separator) implements Probe {

        @Override
        public String source() {
            return this.parts.stream().map(Probe::source).collect(Collectors.joining(" " + this.separator + " "));
        }
    }

    /** A figure of {@code /proc}. */
    record Proc(String file, String figure) implements Probe {

        @Override
        public String source() {
            return "/proc/" + this.file + " " + this.figure;
        }
    }
}
