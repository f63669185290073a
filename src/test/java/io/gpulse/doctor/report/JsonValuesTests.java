package io.gpulse.doctor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.comparison.Disagreement;
import io.gpulse.doctor.examination.CallTimer.CallTimes;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.recording.CallStatistics;
import io.gpulse.recording.JsonValues;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class JsonValuesTests {

    @Test
    void theKeysOfRecordsAreThoseOfTheContract() {
        assertThat(json(new Diagnosis.Check("library", "Library", Diagnosis.Outcome.PASSED, null)))
                .isEqualTo("{'name':'library','title':'Library','outcome':'PASSED','detail':null}");
        assertThat(json(new Diagnosis.Step("Reboot", "reboot"))).isEqualTo("{'title':'Reboot','command':'reboot'}");
        assertThat(json(new CallTimes("nvmlInit_v2", 8, 0.25, 1)))
                .isEqualTo("{'symbol':'nvmlInit_v2','calls':8,'medianMillis':0.25,'longestMillis':1}");
        assertThat(json(new Disagreement(0, "power.draw", List.of("1 W"), "2 W", true)))
                .isEqualTo("{'gpu':0,'property':'power.draw','ours':['1 W'],'theirs':'2 W','moves':true}");
        assertThat(json(Comparison.none("nvidia-smi", "It sees 1 GPU.")))
                .isEqualTo("{'program':'nvidia-smi','sentence':'It sees 1 GPU.','compared':0,'unknown':[],"
                        + "'disagreements':[]}");
        assertThat(json(new DeviceNode("/dev/nvidia0", "rw-rw----", "root:video", false, "permission denied")))
                .isEqualTo("{'path':'/dev/nvidia0','permissions':'rw-rw----','owner':'root:video','opens':false,"
                        + "'refusal':'permission denied'}");
        assertThat(json(new CallStatistics.Row("nvmlInit_v2", 1, Map.of("0", 1), 10, 12.5, 0)))
                .isEqualTo(
                        "{'call':'nvmlInit_v2','count':1,'codes':{'0':1},'p50Micros':10,'p99Micros':12.5,'hangs':0}");
    }

    @Test
    void onlyFractionsAreRounded() {
        assertThat(json(Arrays.asList(Long.MAX_VALUE, 1.23456, 2.0004, true, null)))
                .isEqualTo("[9223372036854775807,1.235,2,true,null]");
    }

    @Test
    void eachTextIsChangedAndNoName() {
        assertThat(written(Map.of("name", "text"), (word) -> word.toUpperCase(Locale.ROOT)))
                .isEqualTo("{'name':'TEXT'}");
    }

    private static String json(Object value) {
        return written(value, UnaryOperator.identity());
    }

    /** Writes a value, with single quotes. */
    private static String written(Object value, UnaryOperator<String> words) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            JsonValues.write(json, value, words);
        }
        return text.toString().replace('"', '\'');
    }
}
