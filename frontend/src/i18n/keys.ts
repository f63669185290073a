import type { Placeholders } from './placeholders.gen'

/** Key of a text: a misspelt one does not compile. */
export type Key = keyof Placeholders

/** Keys of the texts that have exactly these placeholders. */
export type KeyWith<Names> = { [K in Key]: [Placeholders[K], Names] extends [Names, Placeholders[K]] ? K : never }[Key]

/** Key of a text without placeholders and plural forms. */
export type PlainKey = KeyWith<never>

/** Names of the texts of a group. */
export type In<Group extends string> = { [K in Key]: K extends `${Group}.${infer Name}` ? Name : never }[Key]
