package io.gpulse.text;

import static io.gpulse.web.ContractParts.header;
import static io.gpulse.web.ContractParts.parameter;
import static io.gpulse.web.ContractParts.typed;

import io.gpulse.text.query.CsvQuery;
import io.gpulse.text.query.LogQuery;
import io.gpulse.view.SimulatedHeaderFilter;
import io.gpulse.web.ContractParts;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;

/** Describes the parameters and responses of nvidia-smi's queries in the contract. */
final class QueryOperation implements OperationCustomizer {

    private static final String TEXT = org.springframework.http.MediaType.TEXT_PLAIN_VALUE;
    private static final String XML = org.springframework.http.MediaType.APPLICATION_XML_VALUE;
    private static final String PROBLEM = org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE;

    private static final String CSV = """
        timestamp, name, power.draw [W]
        2026/11/20 10:00:01.003, NVIDIA H100 80GB HBM3, 367.20 W
        """;

    private static final String XML_TEXT = """
        <?xml version="1.0" ?>
        <!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">
        <nvidia_smi_log>
        \t<timestamp>Fri Nov 20 10:00:01 2026</timestamp>
        \t<driver_version>580.95.05</driver_version>
        \t<cuda_version>13.0</cuda_version>
        \t<attached_gpus>0</attached_gpus>
        </nvidia_smi_log>
        """;

    private static final String UNKNOWN = "Field \"power.drow\" is not a valid field to query.\n\n";
    private static final String NONE = "No devices were found\n\n";
    private static final String REFUSED = "The command would change a GPU, or is not known to gpulse.";
    private static final String WRITES = "gpulse reads only: `-pl` is not possible here; run the real nvidia-smi.\n\n";

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        if (method.getBeanType() != QueryController.class) {
            return operation;
        }
        return method.getMethod().getName().equals("query")
                ? operation.parameters(parameters()).responses(responses())
                : operation.responses(responses().addApiResponse("403", failure(REFUSED, text("writes", WRITES))));
    }

    private static List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>();
        CsvQuery.LISTS.forEach((name, description) ->
                all.add(parameter(name, description, typed("string").pattern("[^,\\s]"))));
        all.get(0).setExample("timestamp,name,utilization.gpu,memory.used");
        String log = "The log of `nvidia-smi -q`; values that gpulse does not read are `N/A`.";
        String parts = "Sections of that log, separated by commas: " + String.join(", ", LogQuery.parts())
                + ". Samples are those of gpulse in the last minute.";
        String format = "`csv`, optionally with `noheader` and `nounits`, separated by commas in any order.";
        String ids = "Only these GPUs, separated by commas: indexes, UUIDs, serial numbers, PCI bus ids. Unknown ones"
                + " are ignored.";
        String loop = "Seconds between repetitions of the output; at most one per round. Use `curl -N`: *Try it out*"
                + " would show nothing.";
        Schema<?> formats = typed("string").pattern("^((noheader|nounits),)*csv(,(noheader|nounits))*$");
        formats.setDefault("csv");
        String list = "The list of `nvidia-smi -L`: the GPUs and their MIG instances with their UUIDs.";
        all.add(parameter(SmiQuery.LIST, list, typed("string")).allowEmptyValue(true));
        all.add(parameter(SmiQuery.LOG, log, typed("string")).allowEmptyValue(true));
        String xml =
                "With `q`: the same as XML, as `nvidia-smi -q -x` prints it. A comment marks simulated and recorded"
                        + " GPUs.";
        all.add(parameter(SmiQuery.XML, xml, typed("string")).allowEmptyValue(true));
        all.add(parameter(SmiQuery.DISPLAY, parts, typed("string")));
        all.add(parameter(SmiQuery.FORMAT, format, formats));
        all.add(parameter(SmiQuery.ID, ids, typed("string")));
        all.add(parameter(SmiQuery.LOOP, loop, upTo(SmiQuery.MAX_SECONDS)));
        all.add(parameter(SmiQuery.LOOP_MILLIS, "Same as loop, in milliseconds.", upTo(SmiQuery.MAX_MILLIS)));
        return all;
    }

    private static ApiResponses responses() {
        ApiResponse output = new ApiResponse()
                .description("The output of nvidia-smi.")
                .content(new Content().addMediaType(TEXT, text("csv", CSV)).addMediaType(XML, text("xml", XML_TEXT)))
                .addHeaderObject(
                        SimulatedHeaderFilter.SIMULATED,
                        header("boolean", "`true` for simulated GPUs; otherwise absent."));
        ApiResponse unavailable = failure(
                        "There is no driver, the first round has not finished, or a limit is reached.",
                        new MediaType().schema(typed("string")))
                .addHeaderObject(HttpHeaders.RETRY_AFTER, ContractParts.retryAfter());
        return new ApiResponses()
                .addApiResponse("200", output)
                .addApiResponse("400", failure("nvidia-smi would reject the query.", text("unknown", UNKNOWN)))
                .addApiResponse("404", failure("There is no such GPU.", text("none", NONE)))
                .addApiResponse("503", unavailable);
    }

    private static Schema<?> upTo(long most) {
        return typed("integer").minimum(BigDecimal.ONE).maximum(BigDecimal.valueOf(most));
    }

    private static MediaType text(String name, String example) {
        return new MediaType().schema(typed("string")).addExamples(name, new Example().value(example));
    }

    private static ApiResponse failure(String description, MediaType text) {
        MediaType problem = new MediaType().schema(new JsonSchema().$ref(ProblemResponses.PROBLEM));
        return new ApiResponse()
                .description(description)
                .addHeaderObject(
                        QueryController.EXIT_CODE, header("integer", "The exit code of nvidia-smi for this failure."))
                .content(new Content().addMediaType(TEXT, text).addMediaType(PROBLEM, problem));
    }
}
