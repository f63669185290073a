package io.gpulse.parity;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The driver calls behind each property of nvidia-smi, with the native form of the answer. The list comes from observed
 * calls of nvidia-smi and is independent of gpulse's catalogue.
 */
final class NativeSources {

    private static final String TABLE = """
            driver_version                     TEXT        system nvmlSystemGetDriverVersion
            kmd_version                        DERIVED
            count                              NUMBER      machine
            index                              DERIVED
            name                               TEXT        nvmlDeviceGetName
            serial                             TEXT        nvmlDeviceGetSerial
            uuid                               TEXT        nvmlDeviceGetUUID
            pci.bus_id                         TEXT        nvmlDeviceGetPciInfo_v3.busId
            pci.domain                         HEX         nvmlDeviceGetPciInfo_v3.domain
            pci.bus                            HEX         nvmlDeviceGetPciInfo_v3.bus
            pci.device                         HEX         nvmlDeviceGetPciInfo_v3.device
            pci.device_id                      HEX         nvmlDeviceGetPciInfo_v3.pciDeviceId
            pci.sub_device_id                  HEX         nvmlDeviceGetPciInfo_v3.pciSubSystemId
            pci.baseClass                      HEX         nvmlDeviceGetPciInfoExt.baseClass
            pci.subClass                       HEX         nvmlDeviceGetPciInfoExt.subClass
            pcie.link.gen.current              NUMBER      nvmlDeviceGetCurrPcieLinkGeneration
            pcie.link.gen.gpucurrent           DERIVED
            pcie.link.gen.max                  NUMBER      nvmlDeviceGetMaxPcieLinkGeneration
            pcie.link.gen.gpumax               NUMBER      nvmlDeviceGetGpuMaxPcieLinkGeneration
            pcie.link.width.current            NUMBER      nvmlDeviceGetCurrPcieLinkWidth
            pcie.link.width.max                NUMBER      nvmlDeviceGetMaxPcieLinkWidth
            display_mode                       CODE        nvmlDeviceGetDisplayMode
            display_active                     CODE        nvmlDeviceGetDisplayActive
            persistence_mode                   CODE        nvmlDeviceGetPersistenceMode
            addressing_mode                    CODE        nvmlDeviceGetAddressingMode.value
            accounting.mode                    CODE        nvmlDeviceGetAccountingMode
            accounting.buffer_size             NUMBER      nvmlDeviceGetAccountingBufferSize
            driver_model.current               CODE        nvmlDeviceGetDriverModel_v2.current
            driver_model.pending               CODE        nvmlDeviceGetDriverModel_v2.pending
            vbios_version                      TEXT        nvmlDeviceGetVbiosVersion
            inforom.img                        TEXT        nvmlDeviceGetInforomImageVersion
            inforom.oem                        TEXT        nvmlDeviceGetInforomVersion(0)
            inforom.ecc                        TEXT        nvmlDeviceGetInforomVersion(1)
            inforom.pwr                        TEXT        nvmlDeviceGetInforomVersion(2)
            gpu_recovery_action                CODE        nvmlDeviceGetFieldValues[230]
            gom.current                        CODE        nvmlDeviceGetGpuOperationMode.current
            gom.pending                        CODE        nvmlDeviceGetGpuOperationMode.pending
            fan.speed                          NUMBER      nvmlDeviceGetFanSpeed
            pstate                             P_STATE     nvmlDeviceGetPerformanceState
            clocks_event_reasons.supported     HEX         nvmlDeviceGetSupportedClocksEventReasons
            clocks_event_reasons.active        HEX         nvmlDeviceGetCurrentClocksEventReasons
            clocks_event_reasons.gpu_idle                    DERIVED
            clocks_event_reasons.applications_clocks_setting DERIVED
            clocks_event_reasons.sw_power_cap                DERIVED
            clocks_event_reasons.hw_slowdown                 DERIVED
            clocks_event_reasons.hw_thermal_slowdown         DERIVED
            clocks_event_reasons.hw_power_brake_slowdown     DERIVED
            clocks_event_reasons.sw_thermal_slowdown         DERIVED
            clocks_event_reasons.sync_boost                  DERIVED
            clocks_event_reasons_counters.sw_power_cap            NANOSECONDS nvmlDeviceGetFieldValues[74]
            clocks_event_reasons_counters.sync_boost              NANOSECONDS nvmlDeviceGetFieldValues[76]
            clocks_event_reasons_counters.sw_thermal_slowdown     NANOSECONDS nvmlDeviceGetFieldValues[269]
            clocks_event_reasons_counters.hw_thermal_slowdown     NANOSECONDS nvmlDeviceGetFieldValues[270]
            clocks_event_reasons_counters.hw_power_brake_slowdown NANOSECONDS nvmlDeviceGetFieldValues[271]
            memory.total                       BYTES       nvmlDeviceGetMemoryInfo_v2.total
            memory.reserved                    BYTES       nvmlDeviceGetMemoryInfo_v2.reserved
            memory.used                        BYTES       nvmlDeviceGetMemoryInfo_v2.used
            memory.free                        BYTES       nvmlDeviceGetMemoryInfo_v2.free
            compute_mode                       CODE        nvmlDeviceGetComputeMode
            compute_cap                        PAIR        nvmlDeviceGetCudaComputeCapability.major,minor
            utilization.gpu                    NUMBER      nvmlDeviceGetUtilizationRates.gpu
            utilization.memory                 NUMBER      nvmlDeviceGetUtilizationRates.memory
            utilization.encoder                NUMBER      nvmlDeviceGetEncoderUtilization.utilization
            utilization.decoder                NUMBER      nvmlDeviceGetDecoderUtilization.utilization
            utilization.jpeg                   NUMBER      nvmlDeviceGetJpgUtilization.utilization
            utilization.ofa                    NUMBER      nvmlDeviceGetOfaUtilization.utilization
            encoder.stats.sessionCount         NUMBER      nvmlDeviceGetEncoderStats.sessionCount
            encoder.stats.averageFps           NUMBER      nvmlDeviceGetEncoderStats.averageFps
            encoder.stats.averageLatency       NUMBER      nvmlDeviceGetEncoderStats.averageLatency
            ecc.mode.current                   CODE        nvmlDeviceGetEccMode.current
            ecc.mode.pending                   CODE        nvmlDeviceGetEccMode.pending
            retired_pages.single_bit_ecc.count NUMBER      nvmlDeviceGetRetiredPages(0).pageCount
            retired_pages.double_bit.count     NUMBER      nvmlDeviceGetRetiredPages(1).pageCount
            retired_pages.pending              CODE        nvmlDeviceGetRetiredPagesPendingStatus
            remapped_rows.correctable          NUMBER      nvmlDeviceGetRemappedRows.corrRows
            remapped_rows.uncorrectable        NUMBER      nvmlDeviceGetRemappedRows.uncRows
            remapped_rows.pending              CODE        nvmlDeviceGetRemappedRows.isPending
            remapped_rows.failure              CODE        nvmlDeviceGetRemappedRows.failureOccurred
            remapped_rows.histogram.max        NUMBER      nvmlDeviceGetRowRemapperHistogram.max
            remapped_rows.histogram.high       NUMBER      nvmlDeviceGetRowRemapperHistogram.high
            remapped_rows.histogram.partial    NUMBER      nvmlDeviceGetRowRemapperHistogram.partial
            remapped_rows.histogram.low        NUMBER      nvmlDeviceGetRowRemapperHistogram.low
            remapped_rows.histogram.none       NUMBER      nvmlDeviceGetRowRemapperHistogram.none
            remapped_rows.correctable_inactive   NUMBER    nvmlDeviceGetRemappedRows_v2.corrInactiveRemaps
            remapped_rows.uncorrectable_inactive NUMBER    nvmlDeviceGetRemappedRows_v2.uncInactiveRemaps
            temperature.gpu                    NUMBER      nvmlDeviceGetTemperature(0)
            temperature.gpu.tlimit             NUMBER      nvmlDeviceGetMarginTemperature.marginTemperature
            temperature.memory                 NUMBER      nvmlDeviceGetFieldValues[82]
            power.management                   CODE        nvmlDeviceGetPowerManagementMode
            power.draw                         MILLIWATTS  nvmlDeviceGetPowerUsage
            power.draw.average                 MILLIWATTS  nvmlDeviceGetFieldValues[185]
            power.draw.instant                 MILLIWATTS  nvmlDeviceGetFieldValues[186]
            power.limit                        MILLIWATTS  nvmlDeviceGetPowerManagementLimit
            enforced.power.limit               MILLIWATTS  nvmlDeviceGetEnforcedPowerLimit
            power.default_limit                MILLIWATTS  nvmlDeviceGetPowerManagementDefaultLimit
            power.min_limit                    MILLIWATTS  nvmlDeviceGetPowerManagementLimitConstraints.minLimit
            power.max_limit                    MILLIWATTS  nvmlDeviceGetPowerManagementLimitConstraints.maxLimit
            module.power.draw.average          MILLIWATTS  nvmlDeviceGetFieldValues[185,1]
            module.power.draw.instant          MILLIWATTS  nvmlDeviceGetFieldValues[186,1]
            module.power.limit                 MILLIWATTS  nvmlDeviceGetFieldValues[192,1]
            module.enforced.power.limit        MILLIWATTS  nvmlDeviceGetFieldValues[190,1]
            module.power.default_limit         MILLIWATTS  nvmlDeviceGetFieldValues[189,1]
            module.power.min_limit             MILLIWATTS  nvmlDeviceGetFieldValues[187,1]
            module.power.max_limit             MILLIWATTS  nvmlDeviceGetFieldValues[188,1]
            clocks.current.graphics            NUMBER      nvmlDeviceGetClockInfo(0)
            clocks.current.sm                  NUMBER      nvmlDeviceGetClockInfo(1)
            clocks.current.memory              NUMBER      nvmlDeviceGetClockInfo(2)
            clocks.current.video               NUMBER      nvmlDeviceGetClockInfo(3)
            clocks.applications.graphics       NUMBER      nvmlDeviceGetApplicationsClock(0)
            clocks.applications.memory         NUMBER      nvmlDeviceGetApplicationsClock(2)
            clocks.default_applications.graphics NUMBER    nvmlDeviceGetDefaultApplicationsClock(0)
            clocks.default_applications.memory NUMBER      nvmlDeviceGetDefaultApplicationsClock(2)
            clocks.max.graphics                NUMBER      nvmlDeviceGetMaxClockInfo(0)
            clocks.max.sm                      NUMBER      nvmlDeviceGetMaxClockInfo(1)
            clocks.max.memory                  NUMBER      nvmlDeviceGetMaxClockInfo(2)
            mig.mode.current                   CODE        nvmlDeviceGetMigMode.currentMode
            mig.mode.pending                   CODE        nvmlDeviceGetMigMode.pendingMode
            gsp.mode.current                   CODE        nvmlDeviceGetGspFirmwareMode.isEnabled
            gsp.mode.default                   CODE        nvmlDeviceGetGspFirmwareMode.defaultMode
            c2c.mode                           CODE        nvmlDeviceGetC2cModeInfoV.isC2cEnabled
            protected_memory.total             BYTES       nvmlDeviceGetConfComputeProtectedMemoryUsage.total
            protected_memory.used              BYTES       nvmlDeviceGetConfComputeProtectedMemoryUsage.used
            protected_memory.free              BYTES       nvmlDeviceGetConfComputeProtectedMemoryUsage.free
            fabric.state                       CODE        nvmlDeviceGetGpuFabricInfoV.state
            fabric.status                      CODE        nvmlDeviceGetGpuFabricInfoV.status
            fabric.cliqueId                    NUMBER      nvmlDeviceGetGpuFabricInfoV.cliqueId
            fabric.clusterUuid                 DERIVED
            fabric.health.summary                    DERIVED
            hostname                           TEXT        nvmlDeviceGetHostname_v1.value
            dramEncryption.mode.current        CODE        nvmlDeviceGetDramEncryptionMode.current
            dramEncryption.mode.pending        CODE        nvmlDeviceGetDramEncryptionMode.pending
            fabric.health.bandwidth                  DERIVED
            fabric.health.route_recovery_in_progress DERIVED
            fabric.health.route_unhealthy            DERIVED
            fabric.health.access_timeout_recovery    DERIVED
            fabric.health.incorrect_configuration    DERIVED
            fabric.health.partition_assigned         DERIVED
            platform.chassis_serial_number     TEXT        nvmlDeviceGetPlatformInfo.chassisSerialNumber
            platform.slot_number               NUMBER      nvmlDeviceGetPlatformInfo.slotNumber
            platform.tray_index                NUMBER      nvmlDeviceGetPlatformInfo.trayIndex
            platform.host_id                   NUMBER      nvmlDeviceGetPlatformInfo.hostId
            platform.peer_type                 CODE        nvmlDeviceGetPlatformInfo.peerType
            platform.module_id                 NUMBER      nvmlDeviceGetPlatformInfo.moduleId
            """;

    /** The struct with the SRAM's errors, and the part of the property's name for each member. */
    private static final Map<String, String> SRAM = Map.of(
            "volatile.sram.parity", "volatileUncParity",
            "volatile.sram.secded", "volatileUncSecDed",
            "aggregate.sram.parity", "aggregateUncParity",
            "aggregate.sram.secded", "aggregateUncSecDed",
            "aggregate.sram.l2", "aggregateUncBucketL2",
            "aggregate.sram.sm", "aggregateUncBucketSm",
            "aggregate.sram.mcu", "aggregateUncBucketMcu",
            "aggregate.sram.pcie", "aggregateUncBucketPcie",
            "aggregate.sram.other", "aggregateUncBucketOther",
            "aggregate.sram.thresholdExceeded", "bThresholdExceeded");

    private static final Map<String, Integer> KINDS = Map.of("corrected", 0, "uncorrected", 1);
    private static final Map<String, Integer> SPANS = Map.of("volatile", 0, "aggregate", 1);
    private static final Map<String, Integer> PLACES = Map.of(
            "l1_cache", 0,
            "l2_cache", 1,
            "dram", 2,
            "register_file", 3,
            "texture_memory", 4,
            "cbu", 6,
            "sram", 7);

    /** @param sources as the fake driver spells them; two for a pair, none for a derived property */
    record NativeValue(NativeForm form, List<String> sources) {

        boolean ofSystem() {
            return this.sources.size() == 1 && this.sources.get(0).startsWith("system ");
        }

        boolean ofMachine() {
            return this.sources.equals(List.of("machine"));
        }
    }

    private NativeSources() {}

    static Map<String, NativeValue> byProperty() {
        Map<String, NativeValue> reported = new LinkedHashMap<>();
        for (String line : TABLE.lines().toList()) {
            String[] words = line.split("\\s+", 3);
            reported.put(
                    words[0],
                    new NativeValue(NativeForm.valueOf(words[1]), words.length == 3 ? sources(words[2]) : List.of()));
        }
        KINDS.forEach((kind, error) -> SPANS.forEach((span, counter) ->
                addErrors("ecc.errors." + kind + "." + span + ".", error + "," + counter, reported)));
        SRAM.forEach((what, member) -> reported.put(
                "ecc.errors.uncorrected." + what,
                new NativeValue(
                        member.startsWith("b") ? NativeForm.CODE : NativeForm.NUMBER,
                        List.of("nvmlDeviceGetSramEccErrorStatus." + member))));
        return reported;
    }

    private static void addErrors(String prefix, String arguments, Map<String, NativeValue> reported) {
        reported.put(
                prefix + "total",
                new NativeValue(NativeForm.NUMBER, List.of("nvmlDeviceGetTotalEccErrors(" + arguments + ")")));
        reported.put(prefix + "device_memory", new NativeValue(NativeForm.DERIVED, List.of()));
        PLACES.forEach((place, number) -> reported.put(
                prefix + place,
                new NativeValue(
                        NativeForm.NUMBER,
                        List.of("nvmlDeviceGetMemoryErrorCounter(" + arguments + "," + number + ")"))));
    }

    private static List<String> sources(String written) {
        int dot = written.indexOf('.');
        if (!written.contains(",") || written.contains("[") || dot < 0) {
            return List.of(written);
        }
        return Arrays.stream(written.substring(dot + 1).split(","))
                .map((member) -> written.substring(0, dot + 1) + member)
                .toList();
    }
}
