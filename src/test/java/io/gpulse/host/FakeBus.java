package io.gpulse.host;

/** The kernel's list of a PCI bus. */
final class FakeBus {

    /** GPUs that are bound to NVIDIA's driver, or to none. */
    static final int GPUS = 2;

    static final String TEXT = gpu("1b00", "nvidia")
            + device("1b01", "10de2331", 1L << 14, "snd_hda_intel")
            + gpu("4300", "")
            + gpu("5200", "vfio-pci")
            + device("0200", "10de22a3", 1L << 25, "nvidia-nvswitch")
            + device("0300", "10de22a3", 1L << 25, "")
            + device("0008", "1af41045", 1L << 30, "virtio-pci");

    private FakeBus() {}

    /** @return the number of GPUs */
    static int in(FakeProc proc) {
        proc.write("bus/pci/devices", TEXT);
        return GPUS;
    }

    static String gpu(String place, String driver) {
        return device(place, "10de2330", 1L << 36, driver);
    }

    private static String device(String place, String id, long memory, String driver) {
        String addresses = "\t%16x".formatted(0x4000000004L).repeat(7);
        String sizes = "\t%16x\t%16x".formatted(1L << 14, memory)
                + "\t%16x".formatted(0).repeat(5);
        return place + "\t" + id + "\t1f" + addresses + sizes + "\t" + driver + "\n";
    }
}
