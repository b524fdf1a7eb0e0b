/** As many as one test goes to. */
export const RECEIVERS_MAX = 10

/** What stands in a field for several receivers. Spaces stand inside of phone numbers and nowhere else. */
export function splitReceivers(typed: string, { spaced = false } = {}): string[] {
  const parts = typed.split(spaced ? /[,;\n]+/ : /[\s,;]+/)
  return parts.map(part => part.trim()).filter(part => part !== '')
}
