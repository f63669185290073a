package io.gpulse.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Marks a long test, which runs only with {@code -Pthorough}. The long tests form three groups of about equal time:
 * {@code -Dthorough.group} names one; without it all run.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Thorough.Condition.class)
public @interface Thorough {

    /** The number of its group: 1, 2 or 3. */
    int value();

    /** The groups that run now. */
    final class Groups {

        private static final boolean LONG = Boolean.getBoolean("thorough");
        private static final String CHOSEN = System.getProperty("thorough.group", "all");

        static {
            if (!CHOSEN.matches("[123]|all")) {
                throw new IllegalArgumentException("thorough.group=" + CHOSEN + ": must be 1, 2, 3 or all");
            }
        }

        private Groups() {}

        /** Returns whether the long tests of a group run, for a test that has a short form as well. */
        public static boolean run(int group) {
            return LONG && (CHOSEN.equals("all") || CHOSEN.equals(Integer.toString(group)));
        }
    }

    /** Disables a test whose group does not run. The methods of an annotated class are evaluated as well. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return context.getElement()
                    .flatMap((element) -> AnnotationSupport.findAnnotation(element, Thorough.class))
                    .map(Thorough::value)
                    .filter((group) -> !Groups.run(group))
                    .map((group) -> ConditionEvaluationResult.disabled("long test of group " + group))
                    .orElse(ConditionEvaluationResult.enabled("its group runs"));
        }
    }
}
