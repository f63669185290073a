/** nvidia-smi's grammar, printed from a snapshot. */
@NullMarked
package io.gpulse.text.query;

import org.jspecify.annotations.NullMarked;
