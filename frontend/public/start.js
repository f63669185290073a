// Runs before the first paint and before anything else. A file of its own because the content security policy allows no
// inline script.
;(function () {
  // No other theme may flash by. src/composables/theme.ts reads the same key.
  var wanted = new URLSearchParams(location.search).get('theme')
  if (!wanted) {
    try {
      wanted = localStorage.getItem('gpulse.theme')
    } catch {
      // Storage is refused in some frames: the system's choice is as good.
    }
  }
  var light = matchMedia('(prefers-color-scheme: light)').matches
  document.documentElement.dataset.theme = wanted === 'dark' || wanted === 'light' ? wanted : light ? 'light' : 'dark'

  // The server writes the base relative to the first address; the router changes that.
  var base = document.querySelector('base')
  base.href = base.href
})()
