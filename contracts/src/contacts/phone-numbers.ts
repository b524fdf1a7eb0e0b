/** Phone numbers as people type them: checks that come before the rules of the number's country. */

/** Removes the spaces, brackets, dots and hyphens that people group digits with. */
export function bareNumber(text: string): string {
  return text.replace(/[\s().-]/g, '')
}

/** Whether it includes a country code, after a plus or 00. `bare`: from `bareNumber`. */
export function hasCountryCode(bare: string): boolean {
  return /^(?:\+|00)/.test(bare)
}

/** Whether it may include a country code without the plus, which spreadsheets remove: it has enough digits for that. */
export function mayHaveCountryCodeWithoutPlus(bare: string): boolean {
  return /^[1-9]\d{10,14}$/.test(bare)
}
