/** Phone numbers as people type them: what is asked of one before the rules of its country are. */

/** Without the spaces, brackets, dots and hyphens that people group digits with. */
export function bareNumber(text: string): string {
  return text.replace(/[\s().-]/g, '')
}

/** Whether it says its country, by a plus or by 00. `bare`: from `bareNumber`. */
export function saysCountry(bare: string): boolean {
  return /^(?:\+|00)/.test(bare)
}

/** Whether it may say its country without a plus, which spreadsheets take off: so many digits may begin with the country's code. */
export function mayLackPlus(bare: string): boolean {
  return /^[1-9]\d{10,14}$/.test(bare)
}
