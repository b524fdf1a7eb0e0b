/** The parameters of a list's address that a saved view stores. */
export type Query = Record<string, string>
