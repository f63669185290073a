/** Says in words what the numbers mean. */
@NullMarked
package io.gpulse.insight;

import org.jspecify.annotations.NullMarked;
