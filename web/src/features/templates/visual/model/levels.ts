/** Where a block stands: across the mail, beside others, or below them in a column. */
export type Level = 'row' | 'column' | 'content'

/** Marks a text whose HTML is written by hand. */
export const HTML_CLASS = 'html-block'
