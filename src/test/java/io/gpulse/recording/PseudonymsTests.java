package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PseudonymsTests {

    private static final String GPU = "GPU-5ec2e75e-c2e7-5ec2-e75e-c2e75ec2e75e";

    private final Pseudonyms pseudonyms = new Pseudonyms();

    @Test
    void everyFormOfAnInstanceIsReplaced() {
        assertThat(this.pseudonyms.uuid(GPU)).isEqualTo("GPU-00000000-0000-0000-0000-000000000001");
        assertThat(this.pseudonyms.uuid("MIG-" + GPU + "/2/0"))
                .isEqualTo("MIG-GPU-00000000-0000-0000-0000-000000000001/2/0");
        assertThat(this.pseudonyms.uuid("MIG-5ec2e75e-c2e7-5ec2-e75e-c2e75ec2e75f"))
                .isEqualTo("MIG-00000000-0000-0000-0000-000000000002");
    }
}
