package io.gpulse.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks a test class about aborts and buffers: Netty's leak detector follows all its buffers. A class has a tag
 * {@code both-compilers-N}, the group of {@link Thorough} that runs it with the compilers and the collector that users
 * have, as some races show only with them.
 */
@Tag("both-compilers-all")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FollowEveryBuffer.Following.class)
public @interface FollowEveryBuffer {

    /** Raises the level of the detector for one class. */
    final class Following implements BeforeAllCallback, AfterAllCallback {

        private Level before = Level.SIMPLE;

        @Override
        public void beforeAll(ExtensionContext context) {
            assertThat(context.getTags())
                    .filteredOn((tag) -> tag.matches("both-compilers-[123]"))
                    .hasSize(1);
            this.before = ResourceLeakDetector.getLevel();
            ResourceLeakDetector.setLevel(Level.PARANOID);
        }

        @Override
        public void afterAll(ExtensionContext context) {
            ResourceLeakDetector.setLevel(this.before);
        }
    }
}
