/** The email address that signed up in this browser, kept until its owner signs in: forms that ask for it are filled in with it. */

const KEY = 'notifly.newcomer'

export function storeSignUpEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // A browser that keeps nothing: the address is typed once more.
  }
}

export function newcomer(): string {
  return localStorage.getItem(KEY) ?? ''
}

export function clearSignUpEmail(): void {
  localStorage.removeItem(KEY)
}
