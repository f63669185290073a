/** Addresses are relative to the page's base, so that the dashboard works behind any path prefix. */
export function apiAddress(path: string): URL {
  return new URL(`api/v1/${path}`, document.baseURI)
}

/** Where one signs in or out; from there one comes back to this page. */
export function signInAddress(page: string): string {
  const here = page.replace(/^\//, '')
  return here === '' ? 'login' : `login?continue=${encodeURIComponent(here)}`
}

export function basePath(): string {
  return new URL(document.baseURI).pathname
}
