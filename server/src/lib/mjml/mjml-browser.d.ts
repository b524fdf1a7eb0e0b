/** What we use of mjml-browser, which brings no types. */
declare module 'mjml-browser' {
  /** One report of its validator. */
  export interface MjmlReport {
    line: number
    message: string
    tagName: string
  }

  export interface MjmlOptions {
    validationLevel?: 'strict' | 'soft' | 'skip'
    minify?: boolean
    keepComments?: boolean
    ignoreIncludes?: boolean
    /** Addresses of style sheets that are loaded for families in use. */
    fonts?: Readonly<Record<string, string>>
  }

  export default function mjml2html(
    source: string,
    options?: MjmlOptions,
  ): Promise<{ html: string; errors: MjmlReport[] }>
}
