/** What tests use of mjml-browser, which brings no types. */
declare module 'mjml-browser' {
  export default function mjml2html(
    source: string,
    options?: { validationLevel?: 'soft'; keepComments?: boolean; fonts?: Readonly<Record<string, string>> },
  ): Promise<{ html: string; errors: { line: number; message: string }[] }>
}
