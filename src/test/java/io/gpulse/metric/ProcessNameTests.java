package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessNameTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    python | python
                    /usr/lib/xorg/Xorg | /usr/lib/xorg/Xorg
                    /opt/code/code --type=gpu-process --user-data-dir=/home/bob | /opt/code/code
                    /opt/an app/serve --token=secret | /opt/an
                    ray::train secret | ray::train
                    C:\\Windows\\explorer.exe | C:\\Windows\\explorer.exe
                    C:\\Program Files\\an app\\serve.EXE --token=secret | C:\\Program Files\\an app\\serve.EXE
                    C:\\tools\\serve --token secret.exe | C:\\tools\\serve
                    C:\\tools\\serve /token secret.exe | C:\\tools\\serve
                    """)
    void aNameHasNoArguments(String reported, String name) {
        assertThat(ProcessName.of(reported)).hasValue(name);
        assertThat(ProcessName.of("  " + reported + "\n")).hasValue(name);
    }

    @Test
    void argumentsAfterATabAreRemovedToo() {
        assertThat(ProcessName.of("serve\t--token=secret")).hasValue("serve");
    }

    @Test
    void aBlankNameIsNone() {
        assertThat(ProcessName.of(" \n")).isEmpty();
    }

    @Test
    void theMostReliableTestDecidesWhereAPathEnds() {
        Predicate<String> link = "/opt/an app/serve"::equals;
        Predicate<String> file = Set.of("/opt/an", "/opt/an app/serve")::contains;

        assertThat(ProcessName.of("/opt/an app/serve x", List.of(link, file))).hasValue("/opt/an app/serve");
        assertThat(ProcessName.of("/opt/an app/serve x", List.of(file))).hasValue("/opt/an");
        assertThat(ProcessName.of("/opt/an app/other x", List.of(link))).isEmpty();
        assertThat(ProcessName.of("/opt/other", List.of(link))).hasValue("/opt/other");
    }
}
