package io.gpulse.doctor.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskTests {

    private final Mask mask = new Mask();

    @BeforeEach
    void learn() {
        this.mask.learn("host", "gate");
        this.mask.learn("user", "ann");
        this.mask.learn("user", "root");
        this.mask.learn("serial", "0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/home/ann/lib | /home/user-1/lib",
                "ann@gate: 1 | user-1@host-1: 1",
                "a banner of gates | a banner of gates",
                "root has 0 | root has 0",
                "gate-2, gate_2 | host-1-2, gate_2",
                "/opt:/home/x/lib:/home/x | /opt:/home/user-2/lib:/home/user-2",
                "/home/root/lib | /home/root/lib",
                "/mnt/c/Users/Jo Lee/smi | /mnt/c/Users/user-2/smi",
                "C:\\Users\\jo is full | C:\\Users\\user-2 is full"
            })
    void aNameIsMaskedWhereItIsAWord(String text, String masked) {
        assertThat(this.mask.apply(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GPU-7f3c9a10-5d2e-4b61-9c8f-000000000000",
                "GPU-7f3c9a10",
                "MIG-7f3c9a10-5d2e-4b61-9c8f-000000000000",
                "MIG-GPU-7f3c9a10-5d2e-4b61-9c8f-000000000000/7/0",
                "7f3c9a10-5d2e-4b61-9c8f-000000000000"
            })
    void anIdentityIsMaskedInEveryForm(String uuid) {
        assertThat(this.mask.apply("it is " + uuid + ".")).matches("it is (\\w+-)*(masked|uuid)-1\\.");
    }

    @Test
    void wordsThatOnlyLookLikeOneAreLeft() {
        assertThat(this.mask.apply("GPU-aware, MIG-enabled, GPU-0")).isEqualTo("GPU-aware, MIG-enabled, GPU-0");
    }
}
