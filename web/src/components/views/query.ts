/** The parameters of a list's address that a view keeps. */
export type Query = Record<string, string>
