/** A part of en.json, by vite.words.ts. */
declare module 'virtual:words/*' {
  const texts: import('./words').Texts
  export default texts
}
