/**
 * gpulse looks at the NVIDIA GPUs of one machine through NVML, once for everybody, and tells everybody at once. A
 * package is a feature; imports point towards {@code metric}.
 *
 * <table>
 * <caption>The packages</caption>
 * <tr><td>{@code metric}</td><td>The vocabulary: what can be known, in which unit, from which source.</td></tr>
 * <tr><td>{@code device}</td><td>What one look at the machine returns, and the ports through which one looks.</td></tr>
 * <tr><td>{@code nvml}</td><td>Reads GPUs through NVML: library, record, probe, read, event, session.</td></tr>
 * <tr><td>{@code smi}</td><td>Asks nvidia-smi, the vendor's own program.</td></tr>
 * <tr><td>{@code recording}</td><td>A machine that was recorded; records and replays native calls.</td></tr>
 * <tr><td>{@code demo}</td><td>A machine full of GPUs that do not exist; the real reader reads them.</td></tr>
 * <tr><td>{@code host}</td><td>Looks at the machine around the GPUs.</td></tr>
 * <tr><td>{@code sampling}</td><td>One clock, lanes, one hot stream of snapshots; finds the source again.</td></tr>
 * <tr><td>{@code jvm}</td><td>Has the JVM return memory; ends the process at a fatal error of it.</td></tr>
 * <tr><td>{@code web}</td><td>The common ground of HTTP: problems, parameters, client addresses, ports.</td></tr>
 * <tr><td>{@code view}</td><td>Which GPUs and metrics a reader asked for, and a snapshot as JSON.</td></tr>
 * <tr><td>{@code snapshot}</td><td>REST resources of the present: snapshot, GPUs, processes, host, summary.</td></tr>
 * <tr><td>{@code history}</td><td>Remembers samples for days; answers for a window of time.</td></tr>
 * <tr><td>{@code report}</td><td>Reports a span of time to the round, and its endpoint.</td></tr>
 * <tr><td>{@code event}</td><td>What happened: faults, states, processes; kept and told.</td></tr>
 * <tr><td>{@code insight}</td><td>Says in words what the numbers mean.</td></tr>
 * <tr><td>{@code stream}</td><td>Server-Sent Events and NDJSON: replay, subscribers, limits, heartbeat.</td></tr>
 * <tr><td>{@code status}</td><td>What gpulse knows of itself, and the catalogue as a resource.</td></tr>
 * <tr><td>{@code text}</td><td>nvidia-smi's grammar and table, printed from a snapshot, and their endpoints.</td></tr>
 * <tr><td>{@code selection}</td><td>Answers "which GPUs are free for me?", and its endpoint.</td></tr>
 * <tr><td>{@code doctor}</td><td>Says what was found on this machine: examination, comparison, report.</td></tr>
 * <tr><td>{@code startup}</td><td>Command line, checks of the configuration, start-up summary.</td></tr>
 * <tr><td>{@code prometheus}</td><td>One scrape is one snapshot.</td></tr>
 * <tr><td>{@code security}</td><td>Who may ask.</td></tr>
 * <tr><td>{@code ui}</td><td>Serves the dashboard's files with the right headers.</td></tr>
 * </table>
 */
@NullMarked
package io.gpulse;

import org.jspecify.annotations.NullMarked;
