/** nvidia-smi's grammar and table, printed from a snapshot. */
@NullMarked
package io.gpulse.text;

import org.jspecify.annotations.NullMarked;
