/** Inside another page the dashboard shows no chrome and takes no keys. It stays so as long as the page lives. */
export const embedded = new URLSearchParams(location.search).get('embed') === '1'
