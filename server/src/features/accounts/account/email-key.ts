/** The form in which addresses are compared: whoever types capitals means the same account. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}
