/** What rules look back on: the last hour of each GPU and of the machine, in bounded memory. */
@NullMarked
package io.gpulse.insight.window;

import org.jspecify.annotations.NullMarked;
