/** The recent past of the machine and its GPUs, for rules, in bounded memory. */
@NullMarked
package io.gpulse.insight.window;

import org.jspecify.annotations.NullMarked;
