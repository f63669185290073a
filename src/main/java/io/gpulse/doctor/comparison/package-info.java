/** gpulse's values beside those of nvidia-smi. */
@NullMarked
package io.gpulse.doctor.comparison;

import org.jspecify.annotations.NullMarked;
