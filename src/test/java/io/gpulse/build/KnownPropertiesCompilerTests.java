package io.gpulse.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownPropertiesCompilerTests {

    private static final String HERE = "io.gpulse.build.KnownPropertiesCompilerTests$";

    private final PropertyNames names = new PropertyNames(getClass().getClassLoader());

    record Owner(String fullName, List<String> roles, Address address, Map<String, String> labels) {}

    record Address(int floor) {}

    public static final class Bean {

        private final Address address = new Address(1);

        public void setSomeValue(String value) {}

        public Address getAddress() {
            return this.address;
        }

        public int getSize() {
            return 1;
        }
    }

    public static final class Endless {

        public void setNext(Endless next) {}
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.lang.Integer | a",
                "'' | a",
                "no.such.Type | a",
                "java.util.concurrent.TimeUnit | a",
                "org.springframework.util.unit.DataSize | a",
                "java.util.List<java.lang.String> | a a.*",
                "java.lang.String[] | a a.*",
                "java.util.Set<java.lang.Class<? extends java.lang.Number>> | a a.*",
                "java.util.Map<java.lang.String,java.lang.String> | a.**",
                "java.util.Map<java.lang.String,java.util.List<java.lang.String>> | a.**",
                "java.util.Map<java.lang.String,no.such.Type> | a.**",
                "java.util.Properties | a a.**"
            })
    void aTypeSaysWhichNamesThereAre(String type, String names) {
        assertThat(this.names.of("a", type)).containsExactly(names.split(" "));
    }

    @Test
    void membersOfWhatAMapOrAListHoldsAreNamesOfTheirOwn() {
        assertThat(this.names.of("a", "java.util.Map<java.lang.String," + HERE + "Owner>"))
                .containsExactlyInAnyOrder(
                        "a.*.full-name", "a.*.roles", "a.*.roles.*", "a.*.address.floor", "a.*.labels.**");
        assertThat(this.names.of("a", "java.util.Map<java.lang.String," + HERE + "Bean>"))
                .containsExactlyInAnyOrder("a.*.some-value", "a.*.address.floor");
        assertThat(this.names.of("a", "java.util.List<" + HERE + "Owner>"))
                .containsExactlyInAnyOrder(
                        "a", "a.*.full-name", "a.*.roles", "a.*.roles.*", "a.*.address.floor", "a.*.labels.**");
        assertThat(this.names.of("a", "java.util.List<" + HERE + "Bean>")).containsExactly("a", "a.**");
        assertThat(this.names.of("a", HERE + "Owner")).containsExactly("a.**");
    }

    @Test
    void aBeanThatHoldsItsLikeIsNotFollowedForEver() {
        assertThat(this.names.of("a", "java.util.Map<java.lang.String," + HERE + "Endless>"))
                .singleElement()
                .asString()
                .endsWith(".next.**");
    }

    @Test
    void metadataOfAllFilesComeTogetherAndWhatIsGoneIsLeftOut(@TempDir Path folder) throws IOException {
        Path metadata = Files.createDirectories(folder.resolve("META-INF"));
        Files.writeString(metadata.resolve("spring-configuration-metadata.json"), """
                {"groups": [{"name": "group"}],
                 "properties": [{"name": "b", "type": "java.lang.String"},
                                {"name": "gone", "deprecation": {"level": "error"}},
                                {"name": "old", "deprecation": {}}]}""");
        Files.writeString(metadata.resolve("additional-spring-configuration-metadata.json"), """
                {"properties": [{"name": "a", "type": "java.lang.String"}, {"name": "b"}]}""");

        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            assertThat(new KnownPropertiesCompiler(classes).compile()).containsExactly("a", "b", "old");
        }
    }

    @Test
    void theListIsWrittenLineByLine(@TempDir Path folder) throws IOException {
        Path list = folder.resolve("new").resolve("list.txt");

        KnownPropertiesCompiler.main(new String[] {list.toString()});

        assertThat(Files.readString(list))
                .contains("\nserver.port\n")
                .endsWith("\n")
                .doesNotContain("\r");
        assertThat(Set.copyOf(Files.readAllLines(list))).hasSameSizeAs(Files.readAllLines(list));
    }
}
