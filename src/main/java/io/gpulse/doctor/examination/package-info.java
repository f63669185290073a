/** The examination of the machine, the library, the device nodes and each GPU; every step runs under a watchdog. */
@NullMarked
package io.gpulse.doctor.examination;

import org.jspecify.annotations.NullMarked;
