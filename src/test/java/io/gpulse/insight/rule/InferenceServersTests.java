package io.gpulse.insight.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The detection of inference servers by their processes. */
class InferenceServersTests {

    private static final String PYTHON = "/usr/bin/python3.12";

    @ParameterizedTest
    @CsvSource({
        "python -m vllm.entrypoints.openai.api_server --model m, vLLM",
        "python3 -u -m sglang.launch_server --port 1, SGLang",
        "/opt/venv/bin/python3.11 /opt/venv/bin/vllm serve m, vLLM",
        "python3 -m tensorrt_llm.commands.serve m, TensorRT-LLM",
        "/usr/local/bin/tritonserver --model-repository=/m, Triton",
        "/opt/tritonserver/backends/python/triton_python_backend_stub /m 1, Triton",
        "text-generation-launcher --model-id m, TGI",
        "/opt/ollama/bin/ollama runner --model m, Ollama"
    })
    void aProgramScriptOrModuleNamesTheProduct(String command, String product) {
        assertThat(InferenceServers.product(process(PYTHON, command))).contains(product);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python train.py --data /data/vllm/logs",
                "python train.py -m vllm",
                "python -m trainer --compare-with ollama",
                "/home/vllm/bin/train --out /tmp",
                "python vllm_finetune.py",
                "bash -c vllm",
                "python",
                ""
            })
    void aWordElsewhereInTheCommandLineIsNoProduct(String command) {
        assertThat(InferenceServers.product(process(PYTHON, command))).isEmpty();
    }

    @Test
    void theTitleOfAProcessNamesTheProductToo() {
        assertThat(InferenceServers.product(process("VLLM::EngineCore", ""))).contains("vLLM");
        assertThat(InferenceServers.product(process("ray::ServeReplica:app", "")))
                .contains("Ray Serve");
        assertThat(InferenceServers.product(process(null, ""))).isEmpty();
        assertThat(InferenceServers.product(null)).isEmpty();
    }

    @Test
    void theProgramOfAnInterpreterNamesTheProductIfItsCommandLineIsHidden() {
        ProcessSample process = process("/opt/conda/bin/python3", "");
        Readings program = Readings.of(Map.of(Metric.PROCESS_PROGRAM, new Reading.Text("vllm")));

        assertThat(InferenceServers.product(process)).isEmpty();
        assertThat(InferenceServers.product(new ProcessSample(7, process.type(), process.name(), null, program)))
                .contains("vLLM");
    }

    private static ProcessSample process(String name, String command) {
        return new ProcessSample(
                7,
                ProcessSample.Type.COMPUTE,
                name,
                null,
                Readings.of(Map.of(Metric.PROCESS_COMMAND, new Reading.Text(command))));
    }
}
