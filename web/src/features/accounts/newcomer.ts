/** The address of whoever signed up in this browser, until they sign in: pages that ask for it have it filled in. */

const KEY = 'notifly.newcomer'

export function keepNewcomer(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // A browser that keeps nothing: the address is typed once more.
  }
}

export function newcomer(): string {
  return localStorage.getItem(KEY) ?? ''
}

export function forgetNewcomer(): void {
  localStorage.removeItem(KEY)
}
