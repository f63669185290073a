/** What the thread of the page did, as Chromium's trace tells it. Times are of the thread, in ms. */
const SCRIPT = new Set([
  'EventDispatch',
  'EvaluateScript',
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
])
const TASK = 'RunTask'

/** What a promise or Vue does after an event is told by the last of them only. */
export const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute']

/** An update comes in each span; what is done in between belongs to it. */
export function figures(trace, spanMillis) {
  const events = mainThread(JSON.parse(trace).traceEvents)
  const tasks = outermost(events.filter(({ name }) => name === TASK))
  const script = outermost(events.filter(({ name }) => SCRIPT.has(name)))
  const begin = Math.min(...tasks.map(({ ts }) => ts))
  const wall = (Math.max(...tasks.map(({ ts }) => ts)) - begin) / 1000
  const updates = new Array(Math.floor(wall / spanMillis)).fill(0)
  for (const each of script) {
    const update = Math.floor((each.ts - begin) / 1000 / spanMillis)
    if (update < updates.length) updates[update] += took(each)
  }
  updates.sort((one, other) => one - other)
  return {
    updates: updates.length,
    median: at(updates, 0.5),
    p95: at(updates, 0.95),
    longest: Math.max(...tasks.map(took)),
    share: (tasks.reduce((sum, each) => sum + took(each), 0) / wall) * 100,
  }
}

/** CPU time: waiting for other programs does not count. A task that the end of the trace cut off has none. */
function took({ tdur = 0 }) {
  return tdur / 1000
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The busiest thread of that name: there can be spare renderers. */
function mainThread(events) {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const threads = named.map(({ pid, tid }) =>
    events.filter((each) => each.pid === pid && each.tid === tid && each.ph === 'X'),
  )
  const busy = (thread) => thread.reduce((sum, each) => sum + (each.name === TASK ? took(each) : 0), 0)
  return threads.sort((one, other) => busy(other) - busy(one))[0] ?? []
}

/** Without those that another one encloses, so that nothing is counted twice. */
function outermost(events) {
  let end = -Infinity
  return events
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}
