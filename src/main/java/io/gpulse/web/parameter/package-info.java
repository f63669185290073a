/** Query parameters: their grammar, their bounds, and the messages for wrong ones. */
@NullMarked
package io.gpulse.web.parameter;

import org.jspecify.annotations.NullMarked;
