/** The command line, checks of the configuration, the start-up summary, and a failed start in one sentence. */
@NullMarked
package io.gpulse.startup;

import org.jspecify.annotations.NullMarked;
