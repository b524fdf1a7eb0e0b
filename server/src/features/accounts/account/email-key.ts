/** The form in which addresses are compared: capitals do not make another account. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}
