package io.gpulse.smi;

import io.gpulse.device.GpuReadings;
import java.nio.charset.StandardCharsets;

/** Small documents like those of nvidia-smi. */
final class SmallXml {

    static final String UUID = "GPU-aaaaaaaa-0000-0000-0000-000000000001";

    private SmallXml() {}

    /** A document of one GPU with further elements. */
    static String with(String elements) {
        return document(gpu("00000000:01:00.0", UUID, elements));
    }

    static String document(String gpus) {
        return """
            <?xml version="1.0" ?>
            <!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">
            <nvidia_smi_log>
            \t<timestamp>Thu Nov 26 12:00:00 2026</timestamp>
            \t<driver_version>580.95.05</driver_version>
            \t<cuda_version>13.0</cuda_version>
            %s
            </nvidia_smi_log>
            """.formatted(gpus);
    }

    static String gpu(String busId, String uuid, String elements) {
        return """
            \t<gpu id="%s">
            \t\t<product_name>NVIDIA Test</product_name>
            \t\t<uuid> %s </uuid>
            \t\t<fan_speed>40 %%</fan_speed>
            \t\t<temperature>
            \t\t\t<gpu_temp>41 C</gpu_temp>
            \t\t</temperature>
            %s
            \t</gpu>
            """.formatted(busId, uuid, elements);
    }

    static SmiDocument read(String text) throws SmiRefusedException {
        return XmlReader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    static GpuElement onlyGpu(String elements) throws SmiRefusedException {
        return read(with(elements)).gpus().get(0);
    }

    /** Returns the readings of a GPU in the first document that lists it. */
    static GpuReadings readings(GpuElement gpu, boolean listsProcesses) {
        return SmiReadings.of(gpu, new SmiInstances(UUID, () -> 1), listsProcesses);
    }
}
