/** The rules of insights, and the text of what each finds. */
@NullMarked
package io.gpulse.insight.rule;

import org.jspecify.annotations.NullMarked;
