/** Resolves a path of the API against the page's base, so that the dashboard works behind any path prefix. */
export function apiAddress(path: string): URL {
  return new URL(`api/v1/${path}`, document.baseURI)
}

export function basePath(): string {
  return new URL(document.baseURI).pathname
}
