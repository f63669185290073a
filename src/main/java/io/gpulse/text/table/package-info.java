/** The table for terminals, printed from a snapshot. */
@NullMarked
package io.gpulse.text.table;

import org.jspecify.annotations.NullMarked;
