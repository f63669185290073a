package io.gpulse.insight.rule;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Programs that hold memory of a GPU on purpose, to answer requests at once. */
final class InferenceServers {

    /** The beginning of the name of a program or a Python module, and the product. */
    private static final Map<Pattern, String> PRODUCTS = products();

    private static final Pattern INTERPRETER = Pattern.compile("python[\\d.]*");
    private static final String MODULE = "-m";

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

    private static Map<Pattern, String> products() {
        Map<Pattern, String> products = new LinkedHashMap<>();
        add(products, "vLLM", "vllm");
        add(products, "Triton", "tritonserver|triton_python_backend_stub");
        add(products, "SGLang", "sglang");
        add(products, "Ollama", "ollama");
        add(products, "TGI", "text-generation-(server|launcher|router)|text_generation_server");
        add(products, "TEI", "text-embeddings-router");
        add(products, "llama.cpp", "llama-server");
        add(products, "LMDeploy", "lmdeploy");
        add(products, "TensorRT-LLM", "trtllm-serve|trtllm-llmapi|tensorrt_llm");
        add(products, "Aphrodite", "aphrodite");
        add(products, "KoboldCpp", "koboldcpp");
        add(products, "Xinference", "xinference");
        add(products, "Infinity", "infinity_emb");
        add(products, "Ray Serve", "ray::servereplica");
        return products;
    }

    private static void add(Map<Pattern, String> products, String product, String names) {
        products.put(Pattern.compile("(" + names + ")(?![a-z0-9_])"), product);
    }

    /** The product; empty for a process that is no known inference server. */
    static Optional<String> product(@Nullable ProcessSample process) {
        if (process == null) {
            return Optional.empty();
        }
        List<String> names = names(process);
        return PRODUCTS.entrySet().stream()
                .filter((product) -> names.stream()
                        .anyMatch((name) -> product.getKey().matcher(name).lookingAt()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The names of the process, its program, and the script or module that an interpreter runs. */
    private static List<String> names(ProcessSample process) {
        List<String> names = new ArrayList<>(List.of(Phrases.processName(process.name())));
        String[] words =
                process.readings().word(Metric.PROCESS_COMMAND).orElse("").split("\\s+");
        String program = base(words[0]);
        names.add(program);
        if (INTERPRETER.matcher(program).matches()) {
            int script = 1;
            while (script < words.length && words[script].startsWith("-") && !words[script].equals(MODULE)) {
                script++;
            }
            int place = script < words.length && words[script].equals(MODULE) ? script + 1 : script;
            names.add(place < words.length ? base(words[place]) : "");
        }
        return names.stream().map((name) -> name.toLowerCase(Locale.ROOT)).toList();
    }

    private static String base(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
