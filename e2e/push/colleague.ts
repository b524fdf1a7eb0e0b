/** A team member in a real browser, at the dashboard: signs in, turns alerts on, signs out. */
import { PASSWORD, type Person } from '../product/people.ts'
import { waitFor } from '../product/wait-for.ts'
import type { Visitor } from './visitor.ts'

export async function signInAt(url: string, { page }: Pick<Visitor, 'page'>, { email }: Person): Promise<void> {
  // A page of the same origin that does nothing by itself.
  await page.goto(`${url}/healthz`)
  const status = await page.evaluate(
    async body => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/authP/login', { method: 'POST', headers, body })).status
    },
    JSON.stringify({ email, password: PASSWORD }),
  )
  if (status !== 200) throw new Error(`Signing in: ${status}`)
}

/** Presses a button of the dashboard once it is there; looks it up again if it is redrawn at that moment. */
export async function pressButton({ page }: Visitor, name: string): Promise<void> {
  await waitFor(`the button “${name}”`, async () => {
    const handle = await page.evaluateHandle(findButton, name)
    const pressing = handle
      .asElement()
      ?.click()
      .then(() => true)
    return pressing?.catch(() => undefined)
  })
}

// Runs in the page.
function findButton(name: string): Element | null {
  return [...document.querySelectorAll('button')].find(button => button.textContent.trim() === name) ?? null
}
