package io.gpulse.view;

import io.gpulse.web.parameter.ParameterType;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The comma-separated PIDs of the parameter {@code pids}. */
public record PidList(Set<Integer> pids) {

    /** The description of the parameter in the contract. */
    public static final String DESCRIPTION = "Only processes with one of these PIDs, at most 512, separated by commas."
            + " They are PIDs of gpulse's own PID namespace, or of the one in `pid-namespace`.";

    public PidList {
        pids = Set.copyOf(pids);
    }

    @Override
    public String toString() {
        return this.pids.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Parses and describes the parameter. */
    static final class Type implements ParameterType<PidList> {

        private static final String PATTERN = "^\\d{1,9}(,\\d{1,9}){0,511}$";
        private static final Pattern WRITTEN = Pattern.compile(PATTERN);

        @Override
        public Class<PidList> type() {
            return PidList.class;
        }

        @Override
        public PidList convert(String text) {
            if (!WRITTEN.matcher(text).matches()) {
                throw new IllegalArgumentException("Not a list of PIDs: " + text);
            }
            return new PidList(
                    Arrays.stream(text.split(",")).map(Integer::valueOf).collect(Collectors.toSet()));
        }

        @Override
        public String expectation(AnnotatedElement parameter) {
            return "1 to 512 PIDs separated by commas, such as 41102,41103";
        }

        @Override
        public Schema<?> schema(AnnotatedElement parameter) {
            return new JsonSchema().types(Set.of("string")).pattern(PATTERN);
        }
    }
}
