/** The report as text and as JSON, with its hints, and with secrets masked. */
@NullMarked
package io.gpulse.doctor.report;

import org.jspecify.annotations.NullMarked;
