package io.gpulse.text.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AsciiTests {

    @Test
    void controlSequencesAreRemoved() {
        assertThat(Ascii.of("\u001b[31mpy\rthon\n\u0007\u009b\t\u0000")).isEqualTo("?[31mpy?thon?????");
    }

    @Test
    void wideCharactersTakeOneColumn() {
        assertThat(Ascii.of("学習")).isEqualTo("??");
        assertThat(Ascii.of("\ud83d\ude80 run")).isEqualTo("? run");
        assertThat(Ascii.of("e\u0301 \u202e\u200b")).isEqualTo("e? ??");
        assertThat(Ascii.of("\ud83d")).isEqualTo("?");
    }

    @Test
    void typographicCharactersAreReplaced() {
        assertThat(Ascii.of("wait\u2026 \u201cit\u2019s\u201d \u2013 4\u00d7")).isEqualTo("wait... \"it's\" - 4x");
    }

    @Test
    void longTextIsTruncated() {
        assertThat(Ascii.shortened("python", 6)).isEqualTo("python");
        assertThat(Ascii.shortened("python3", 6)).isEqualTo("pyt...");
        assertThat(Ascii.shortened("python", 2)).isEqualTo("py");
    }
}
