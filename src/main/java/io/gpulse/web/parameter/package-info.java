/** Query parameters: how their values are written, in which bounds, and what is said of one that is wrong. */
@NullMarked
package io.gpulse.web.parameter;

import org.jspecify.annotations.NullMarked;
