package io.gpulse.fleet;

import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.fleet.EngineClient.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Series of machines, as an engine answers. */
abstract class EngineSeries {

    static final double GIB = 1L << 30;
    static final double MIB = 1 << 20;

    final Map<EngineQuestion, List<Sample>> samples = new EnumMap<>(EngineQuestion.class);

    /** The answers without a series. */
    final Map<EngineQuestion, Answer> empty = new EnumMap<>(Map.of(
            EngineQuestion.HIGHEST, new Answer(List.of(), null, true),
            EngineQuestion.CLASS, new Answer(List.of(), null, true)));

    /** @param labels as in PromQL: {@code a=b,c=d} */
    EngineSeries with(EngineQuestion question, String name, String labels, double value) {
        Map<String, String> all = new HashMap<>();
        if (question == EngineQuestion.NOW) {
            all.put("__name__", name);
        }
        for (String label : labels.split(",")) {
            String[] parts = label.split("=", 2);
            all.put(parts[0], parts[1]);
        }
        this.samples.computeIfAbsent(question, (absent) -> new ArrayList<>()).add(new Sample(all, value));
        return this;
    }

    EngineSeries now(String name, String labels, double value) {
        return with(EngineQuestion.NOW, name, labels, value);
    }

    List<EngineMachine> present() {
        Map<EngineQuestion, Answer> answers = new EnumMap<>(this.empty);
        this.samples.forEach((question, list) -> answers.put(question, new Answer(list, null, true)));
        return EngineReader.present(answers, Reports.AT);
    }

    MachineGpu gpu() {
        return present().get(0).report().gpus().get(0);
    }

    GpuClass use() {
        return gpu().use();
    }
}
