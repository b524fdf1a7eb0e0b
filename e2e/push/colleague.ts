/** A colleague in a real browser, at the dashboard: signs in, turns alerts on, signs out. */
import { PASSWORD, type Person } from '../product/people.ts'
import { waitFor } from '../product/wait-for.ts'
import type { Visitor } from './visitor.ts'

export async function signInAt(url: string, { page }: Visitor, { email }: Person): Promise<void> {
  await page.goto(`${url}/auth/sign-in`)
  const status = await page.evaluate(
    async body => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/authP/login', { method: 'POST', headers, body })).status
    },
    JSON.stringify({ email, password: PASSWORD }),
  )
  if (status !== 200) throw new Error(`Signing in: ${status}`)
}

/** Waits for a button of the dashboard, and presses it. */
export async function pressButton({ page }: Visitor, name: string): Promise<void> {
  const button = await waitFor(`the button “${name}”`, async () => {
    const handle = await page.evaluateHandle(findButton, name)
    return handle.asElement() ?? undefined
  })
  await button.click()
}

// Runs in the page.
function findButton(name: string): Element | null {
  return [...document.querySelectorAll('button')].find(button => button.textContent.trim() === name) ?? null
}
