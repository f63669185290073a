/** The comparison of gpulse's values with those of nvidia-smi. */
@NullMarked
package io.gpulse.doctor.comparison;

import org.jspecify.annotations.NullMarked;
