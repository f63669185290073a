package io.gpulse.insight.rule;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Programs that hold memory of a GPU on purpose, to answer requests at once. */
final class InferenceServers {

    private static final List<Product> PRODUCTS = List.of(
            product("vLLM", "vllm"),
            product("Triton", "tritonserver|triton_python_backend_stub"),
            product("SGLang", "sglang"),
            product("Ollama", "ollama"),
            product("TGI", "text-generation-(server|launcher|router)|text_generation_server"),
            product("TEI", "text-embeddings-router"),
            product("llama.cpp", "llama-server"),
            product("LMDeploy", "lmdeploy"),
            product("TensorRT-LLM", "trtllm-serve|trtllm-llmapi|tensorrt_llm"),
            product("Aphrodite", "aphrodite"),
            product("KoboldCpp", "koboldcpp"),
            product("Xinference", "xinference"),
            product("Infinity", "infinity_emb"),
            product("Ray Serve", "ray::servereplica"));

    private static final Pattern INTERPRETER = Pattern.compile("python[\\d.]*");
    private static final String MODULE = "-m";

    /** @param programs the start of the name of a program or of a Python module */
    private record Product(String name, Pattern programs) {}

    private InferenceServers() {}

    /** Returns the sentence that the server holds memory on purpose. */
    static LocalizedText held(String product) {
        return Messages.text("inference-server.holds", Map.of("product", product));
    }

    private static Product product(String name, String programs) {
        return new Product(name, Pattern.compile("(" + programs + ")(?![a-z0-9_])"));
    }

    /** Returns the product; empty for a process that is no known inference server. */
    static Optional<String> product(@Nullable ProcessSample process) {
        if (process == null) {
            return Optional.empty();
        }
        List<String> names = names(process);
        return PRODUCTS.stream()
                .filter((product) -> names.stream()
                        .anyMatch((name) -> product.programs.matcher(name).lookingAt()))
                .map(Product::name)
                .findFirst();
    }

    /** Returns the names of the process, its program, its executable, and the script or module of an interpreter. */
    private static List<String> names(ProcessSample process) {
        List<String> names = new ArrayList<>(List.of(Phrases.processName(process.name())));
        Optional.ofNullable(process.program()).ifPresent(names::add);
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
