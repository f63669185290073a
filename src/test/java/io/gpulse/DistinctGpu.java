package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.gpulse.metric.CType;
import io.gpulse.metric.Kind;
import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvidiaSmiFormat;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Scope;
import io.gpulse.metric.Unit;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.testing.Wait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** A GPU and its links with a distinct value of the C driver for each row, and the expected JSON. */
final class DistinctGpu {

    private static final long MEGABYTES_PER_SECOND = 500_000;

    /** The driver's counters grow from here on, by its own clock. */
    private static final long COUNTING_SINCE_MICROS = 1_700_000_000_000_000L;

    /** Link 0 is down, so that the values of all links are those of link 1. */
    private static final int LINK = 1;

    private static final int C2C_LINKS = 6;

    /** The C2C link that is inactive. */
    private static final int INACTIVE = 4;

    /** The bytes of "0123456789abcdef". */
    private static final Map<CType, String> BYTES =
            Map.of(CType.UUID, "30313233-3435-3637-3839-616263646566", CType.GUID, "0x3031323334353637");

    private final FakeDriver driver;
    private final Map<Metric, Expected> expected = new EnumMap<>(Metric.class);

    DistinctGpu(FakeDriver driver) {
        this.driver = driver;
        driver.systemValue("nvmlSystemGetDriverVersion", "615.71.09");
        driver.value(0, "nvmlDeviceGetNvLinkState(0)", 0).value(0, "nvmlGpmQueryDeviceSupport.isSupportedDevice", 1);
        List.of(Scope.LINK, Scope.GPU)
                .forEach((scope) -> Metric.of(scope).forEach((metric) -> this.expected.put(metric, setValue(metric))));
    }

    void arrives(Metric metric, Flux<JsonNode> snapshots) {
        Expected wanted = this.expected.get(metric);
        Scope scope = metric.spec().scope();
        JsonNode actual = snapshots
                .filter((snapshot) -> !snapshot.get("gpus").isEmpty())
                .map((snapshot) -> snapshot.get("gpus").get(0))
                .filter((gpu) -> gpu.get("state").asString().equals("OK"))
                .filter((gpu) -> !gpu.path("linksAbsent").has(metric.key()))
                .map((gpu) -> scope == Scope.LINK ? gpu.get("links").path(LINK) : gpu)
                .filter((gpu) -> gpu.has("absent") && !gpu.get("absent").has(metric.key()))
                .blockFirst(Wait.PATIENCE);

        assertThat(actual.get("values").has(metric.key())).isEqualTo(wanted.value() != null);
        if (wanted.value() != null) {
            assertThat(actual.get("values").get(metric.key()).asDouble())
                    .isCloseTo(wanted.value(), offset(wanted.value() * wanted.within()));
        }
        assertThat(actual.get("facts").path(metric.key()).asString("none"))
                .isEqualTo(wanted.fact() == null ? "none" : wanted.fact());
    }

    /** Sets a value in the driver that no other row has. */
    private Expected setValue(Metric metric) {
        Probe first = metric.spec().probes().get(0).ofLink(LINK);
        if (first instanceof Probe.Joined joined) {
            return setParts(joined);
        }
        if (first instanceof Probe.Member text
                && (text.slot().type() == CType.CHARS
                        || BYTES.containsKey(text.slot().type()))) {
            String word = BYTES.containsKey(text.slot().type()) ? "0123456789abcdef" : "W-" + metric.ordinal();
            this.driver.value(0, first.source(), word);
            return new Expected(null, BYTES.getOrDefault(text.slot().type(), word));
        }
        if (first instanceof Probe.Bits bits) {
            return setBits(metric, bits);
        }
        if (first instanceof Probe.Field field && isCountedForARate(field)) {
            return setCounter(metric, field);
        }
        if (first instanceof Probe.Member || first instanceof Probe.Field) {
            boolean isByte = first instanceof Probe.Member member
                    && member.slot().type() == CType.U8
                    && metric.spec().printing() == NvidiaSmiFormat.INTEGER;
            long raw = isByte ? metric.ordinal() % 200 + 3 : rawFor(metric);
            this.driver.value(0, first.source(), raw);
            return metric == Metric.LINK_BANDWIDTH_MAX
                    ? new Expected(raw * 1e6, null)
                    : Expected.of(metric.spec(), raw);
        }
        return setDerived(metric, first);
    }

    private Expected setDerived(Metric metric, Probe first) {
        if (first instanceof Probe.Listed || first instanceof Probe.Proc) {
            return new Expected(1.0, null);
        }
        if (first instanceof Probe.Rate rate) {
            Probe.Field field = rate.counter();
            this.driver.value(0, field.source(), "growing:" + perSecond(field));
            return Expected.about(gained(metric.spec().unit(), perSecond(field)));
        }
        if (first instanceof Probe.Gpm figure) {
            double actual = figure.id() + 0.25;
            this.driver.value(0, figure.source(), actual);
            return new Expected(metric.spec().unit() == Unit.PERCENT ? actual : actual * 1024 * 1024, null);
        }
        if (first instanceof Probe.Sampled sampled) {
            this.driver.value(0, "nvmlDeviceGetSamples(" + sampled.type() + ")", "now=83000 now=17 now=17000 now=83");
            boolean least = sampled.extreme() == Probe.Sampled.Extreme.LEAST;
            return new Expected(metric.spec().unit() == Unit.WATTS ? least ? 0.017 : 83 : least ? 17.0 : 83, null);
        }
        if (first instanceof LinkProbe.PcieBandwidth bandwidth) {
            // Generation 4 over 16 lanes: 16 GT/s, 128 of 130 bits; the link now: generation 3 over 8 lanes.
            return new Expected(bandwidth.lanes() == Metric.PCIE_WIDTH_MAX ? 31_507_692_308.0 : 7_876_923_077.0, null);
        }
        if (first instanceof LinkProbe links) {
            return setLinks(metric, links);
        }
        throw new AssertionError("No source that a test can set: " + metric.key());
    }

    /** The values of all links are those of the link that is up. */
    private Expected setLinks(Metric metric, LinkProbe links) {
        if (links instanceof LinkProbe.Sum sum) {
            return this.expected.get(sum.row()).fact() == null ? this.expected.get(sum.row()) : new Expected(1.0, null);
        }
        if (links instanceof LinkProbe.Worst worst) {
            return this.expected.get(worst.row());
        }
        if (links instanceof LinkProbe.BitErrorRatio ratio) {
            this.driver.value(0, ratio.word().source(), 0xF00 | metric.ordinal() % 200);
            return new Expected(Double.parseDouble("15e-" + metric.ordinal() % 200), null);
        }
        if (links instanceof LinkProbe.OverC2c ofLinks) {
            return setC2cLinks(metric, ofLinks.field());
        }
        LinkProbe.GainRatio ratio = (LinkProbe.GainRatio) links;
        double part = ratio.part().stream().mapToLong(this::perSecond).sum();
        return Expected.about(
                part / ratio.whole().stream().mapToLong(this::perSecond).sum());
    }

    /** One link is inactive: its errors count, its speed does not. One of the others saves power. */
    private Expected setC2cLinks(Metric metric, Probe.Field field) {
        long[] raw = new long[C2C_LINKS];
        for (int link = 0; link < C2C_LINKS; link++) {
            raw[link] = switch (metric) {
                case C2C_LINKS_UP -> link == INACTIVE ? 0 : 1;
                case C2C_POWER_STATE -> link == 2 ? 1 : 0;
                default -> 1000 + 20L * metric.ordinal() + link;
            };
            this.driver.value(0, field.ofLink(link).source(), raw[link]);
        }
        double sum = LongStream.of(raw).sum();
        return switch (metric) {
            case C2C_POWER_STATE -> new Expected(1.0, "Low Power");
            case C2C_BANDWIDTH_MAX -> new Expected((sum - raw[INACTIVE]) * 1e6, null);
            default -> new Expected(sum, null);
        };
    }

    /** The mask as a whole is read by its own row, or by the row of its lowest bits. */
    private Expected setBits(Metric metric, Probe.Bits bits) {
        if (metric.key().startsWith("clocks_event_reasons.")) {
            boolean active = metric == Metric.REASON_POWER_CAP || metric == Metric.REASON_SW_THERMAL;
            return new Expected(active ? 1.0 : 0.0, active ? "Active" : "Not Active");
        }
        this.driver.value(0, bits.mask().source(), 0b10_0011_01_10_01_10);
        return switch (metric) {
            case FABRIC_BANDWIDTH -> new Expected(2.0, "Full");
            case FABRIC_RECOVERY, FABRIC_TIMEOUT -> new Expected(1.0, "True");
            case FABRIC_UNHEALTHY, FABRIC_PARTITION -> new Expected(2.0, "False");
            case FABRIC_CONFIGURATION -> new Expected(3.0, "Incorrect Chassis Serial Number");
            default -> throw new AssertionError("The meaning of these bits is unknown: " + metric.key());
        };
    }

    /** A counter of a rate or a ratio must increase. */
    private boolean isCountedForARate(Probe.Field field) {
        return Stream.of(Metric.values())
                .flatMap((metric) -> metric.spec().probes().stream())
                .map((probe) -> probe.ofLink(LINK))
                .anyMatch((probe) ->
                        probe instanceof Probe.Rate rate && rate.counter().equals(field)
                                || probe instanceof LinkProbe.GainRatio ratio
                                        && ratio.fields().contains(field));
    }

    private Expected setCounter(Metric metric, Probe.Field field) {
        this.driver.value(0, field.source(), "growing:" + perSecond(field));
        double seconds = (System.currentTimeMillis() * 1000.0 - COUNTING_SINCE_MICROS) / 1e6;
        return Expected.about(gained(metric.spec().unit(), perSecond(field) * seconds));
    }

    /** Links count in KiB, the time of clock throttling is in nanoseconds. */
    private double gained(Unit unit, double raw) {
        return switch (unit) {
            case BYTES, BYTES_PER_SECOND -> raw * 1024;
            case PERCENT -> raw / 1e9 * 100;
            case SECONDS -> raw / 1e9;
            default -> raw;
        };
    }

    private long perSecond(Probe.Field field) {
        return field.id() * 100_000L;
    }

    private Expected setParts(Probe.Joined joined) {
        List<Probe.Member> parts = joined.parts();
        for (int part = 0; part < parts.size(); part++) {
            this.driver.value(0, parts.get(part).source(), part + 8);
        }
        return new Expected(null, "8" + joined.separator() + "9");
    }

    private long rawFor(Metric metric) {
        return switch (metric) {
            case PCIE_GEN_CURRENT -> 3;
            case PCIE_GEN_MAX -> 4;
            case PCIE_WIDTH_CURRENT -> 8;
            case PCIE_WIDTH_MAX -> 16;
            case NVLINK_LINKS -> LINK + 1;
            case LINK_BANDWIDTH_MAX -> MEGABYTES_PER_SECOND;
            case MEMORY_TOTAL, PROTECTED_TOTAL, BAR1_TOTAL -> (1L << 37) + metric.ordinal();
            case POWER_LIMIT, ENFORCED_POWER_LIMIT, POWER_DEFAULT_LIMIT, POWER_MAX_LIMIT -> 700_000 + metric.ordinal();
            case FAN_COUNT, PCIE_GEN_GPU_MAX, VGPU_LICENSE_FEATURES -> 6;
            case C2C_LINKS -> C2C_LINKS;
            case TEMPERATURE_HOT_SPOT, TEMPERATURE_GPU_HOTTEST -> 71;
            case RETIRED_PAGES_SINGLE_BIT, RETIRED_PAGES_DOUBLE_BIT -> 5 + metric.ordinal() % 3;
            default -> rawFor(metric, metric.spec().printing());
        };
    }

    private long rawFor(Metric metric, NvidiaSmiFormat printing) {
        return switch (printing) {
            case P_STATE -> 5;
            case ARCHITECTURE -> 9;
            case HEX, LOWER_HEX, HEX2, HEX4, HEX8, HEX16 -> 0x24;
            case FABRIC_STATE -> 3;
            case NVLINK_VERSION -> 7;
            case ENABLED_DISABLED, ACTIVE, YES_NO, COMPUTE_MODE, DRIVER_MODEL, STATUS, BRAND, ADDRESSING_MODE -> 1;
            case OPERATION_MODE, RECOVERY_ACTION, PEER_TYPE, VIRTUALIZATION_MODE, HOST_VGPU_MODE -> 1;
            case LICENSE_STATUS, FABRIC_HEALTH, LINK_POWER, POWER_SOURCE -> 1;
            default -> isSmall(metric) ? 5 + metric.ordinal() % 90 : 1000 + 20L * metric.ordinal();
        };
    }

    private static boolean isSmall(Metric metric) {
        return List.of(Unit.PERCENT, Unit.CELSIUS).contains(metric.spec().unit())
                || metric.spec().kind() == Kind.STATE;
    }
}
