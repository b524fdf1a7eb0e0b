/** The form in which addresses are compared: addresses that differ only in case are the same account. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}
