/** REST resources of the present: the snapshot, GPUs, processes, the machine, the summary. */
@NullMarked
package io.gpulse.snapshot;

import org.jspecify.annotations.NullMarked;
