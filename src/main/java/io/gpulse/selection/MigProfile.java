package io.gpulse.selection;

import io.gpulse.device.MigSample;
import io.gpulse.web.parameter.ParameterType;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The profile of MIG instances, such as {@code 1g.10gb}, {@code 1c.3g.40gb} or {@code 1g.10gb+me}. */
record MigProfile(String name) {

    boolean isOf(MigSample instance) {
        return this.name.equalsIgnoreCase(instance.profile());
    }

    /** The parameter with a profile. */
    static final class Type implements ParameterType<MigProfile> {

        private static final String FORM = "(\\d{1,2}c\\.)?\\d{1,2}g\\.\\d{1,4}gb([+-][a-z.]{1,12})?";
        private static final Pattern WRITTEN = Pattern.compile(FORM);

        @Override
        public Class<MigProfile> type() {
            return MigProfile.class;
        }

        @Override
        public MigProfile convert(String text) {
            // An unescaped plus sign of a query arrives as a space.
            String name = text.strip().replace(' ', '+').toLowerCase(Locale.ROOT);
            if (!WRITTEN.matcher(name).matches()) {
                throw new IllegalArgumentException("No profile: " + text);
            }
            return new MigProfile(name);
        }

        @Override
        public String print(MigProfile value) {
            return value.name();
        }

        @Override
        public String expectation(AnnotatedElement parameter) {
            return "a MIG profile, such as 1g.10gb or 1c.3g.40gb";
        }

        @Override
        public Schema<?> schema(AnnotatedElement parameter) {
            return new JsonSchema().types(Set.of("string")).pattern("^" + FORM + "$");
        }
    }
}
