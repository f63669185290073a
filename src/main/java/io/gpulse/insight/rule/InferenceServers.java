package io.gpulse.insight.rule;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Programs that hold memory of a GPU on purpose, to answer requests at once. */
final class InferenceServers {

    /** What stands in the name or the command line of a process, and the product. */
    private static final Map<String, String> PRODUCTS = products();

    static final Phrase ADVICE = new Phrase(
            "Nothing needs to be done while the server is in use; end it, or let it unload the model, if it is not.",
            "若该服务仍在使用，则无需处理；否则请结束该服务或让其卸载模型。");

    private InferenceServers() {}

    /** Why memory of an idle GPU is held. */
    static Phrase idle(String product) {
        return held(product).then(new Phrase(" It has had no work all the time.", "此间没有任务。"));
    }

    /** That memory is held on purpose. */
    static Phrase held(String product) {
        return new Phrase(
                product + " is an inference server: it holds memory on purpose, to answer requests at once.",
                product + " 是推理服务：它有意占用显存，以便立即响应请求。");
    }

    private static Map<String, String> products() {
        Map<String, String> products = new LinkedHashMap<>();
        products.put("vllm", "vLLM");
        products.put("tritonserver", "Triton");
        products.put("triton_python_backend", "Triton");
        products.put("sglang", "SGLang");
        products.put("ollama", "Ollama");
        products.put("text-generation-", "TGI");
        products.put("text_generation_server", "TGI");
        products.put("text-embeddings-router", "TEI");
        products.put("llama-server", "llama.cpp");
        products.put("lmdeploy", "LMDeploy");
        products.put("trtllm-serve", "TensorRT-LLM");
        products.put("trtllm-llmapi", "TensorRT-LLM");
        products.put("tensorrt_llm", "TensorRT-LLM");
        products.put("aphrodite", "Aphrodite");
        products.put("koboldcpp", "KoboldCpp");
        products.put("xinference", "Xinference");
        products.put("infinity_emb", "Infinity");
        products.put("ray::servereplica", "Ray Serve");
        return products;
    }

    /** The product; empty for a process that is no known inference server. */
    static Optional<String> product(@Nullable ProcessSample process) {
        if (process == null) {
            return Optional.empty();
        }
        String name = Phrases.processName(process.name());
        String command = process.readings().word(Metric.PROCESS_COMMAND).orElse("");
        String text = (name + "\n" + command).toLowerCase(Locale.ROOT);
        return PRODUCTS.entrySet().stream()
                .filter((product) -> text.contains(product.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
