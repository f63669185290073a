// Runs before the first paint, so that nobody sees the wrong theme flash by. A file of its own because the
// content security policy allows no inline script. src/composables/theme.ts reads the same key.
;(function () {
  var wanted = new URLSearchParams(location.search).get('theme')
  if (!wanted) {
    try {
      wanted = localStorage.getItem('gpulse.theme')
    } catch {
      // Storage is refused in some frames: the system's choice is as good.
    }
  }
  var light = matchMedia('(prefers-color-scheme: light)').matches
  document.documentElement.dataset.theme =
    wanted === 'dark' || wanted === 'light' ? wanted : light ? 'light' : 'dark'
})()
