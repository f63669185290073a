/** The rules: what each needs, when it holds, and what it says then. */
@NullMarked
package io.gpulse.insight.rule;

import org.jspecify.annotations.NullMarked;
