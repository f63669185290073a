package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentSplitterTests {

    private final DocumentSplitter splitter = new DocumentSplitter();

    @Test
    void documentsInSuccessionAreSeparate() throws Exception {
        List<String> documents = split("<?xml?><nvidia_smi_log>1</nvidia_smi_log>\n\n"
                + "<?xml?><nvidia_smi_log>2</nvidia_smi_log>\n<nvidia_smi_log>3</nvidia_smi_log>");

        assertThat(documents)
                .containsExactly(
                        "<?xml?><nvidia_smi_log>1</nvidia_smi_log>",
                        "<?xml?><nvidia_smi_log>2</nvidia_smi_log>",
                        "<nvidia_smi_log>3</nvidia_smi_log>");
        assertThat(this.splitter.outside()).isEmpty();
    }

    @Test
    void aDocumentThatIsCutOffIsDiscarded() throws Exception {
        List<String> documents =
                split("<?xml?><nvidia_smi_log><gpu><?xml?><nvidia_smi_log>2</nvidia_smi_log><?xml?><nvidia_smi_log>");

        assertThat(documents).containsExactly("<?xml?><nvidia_smi_log>2</nvidia_smi_log>");
        assertThat(this.splitter.isInside()).isTrue();
    }

    @Test
    void textOutsideOfDocumentsIsKept() throws Exception {
        assertThat(split("WARNING: infoROM is corrupted\n<?xml?><nvidia_smi_log></nvidia_smi_log>\nbye"))
                .hasSize(1);
        assertThat(this.splitter.outside().lines()).contains("WARNING: infoROM is corrupted", "bye");
    }

    @Test
    void aDocumentHasAGreatestSize() {
        assertThatExceptionOfType(SmiRefusedException.class)
                .isThrownBy(() -> split("<?xml?><nvidia_smi_log>" + " ".repeat(DocumentSplitter.MOST_BYTES)))
                .withMessage("It printed more than 16 MiB in one document.");
    }

    private List<String> split(String text) throws SmiRefusedException {
        List<String> documents = new ArrayList<>();
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            this.splitter.add(next).ifPresent((found) -> documents.add(new String(found, StandardCharsets.UTF_8)));
        }
        return documents;
    }
}
