/** The history of one recipient's message, as the product reports it. */
import { listRecipients, readTrail } from '@notifly/contracts/runs/deliveries'
import type { Owner } from './people.ts'
import { waitFor } from './wait-for.ts'

/** Waits until a recipient's history contains all these events, caused by a person. Returns the seconds waited. */
export async function waitForTrail(
  { api, token }: Pick<Owner, 'api' | 'token'>,
  run: string,
  email: string,
  kinds: readonly string[],
): Promise<number> {
  const startedAt = performance.now()
  const params = { notification_type: 'email' as const, uuid: run }
  await waitFor(`${kinds.join(', ')} on the trail of ${email}`, async () => {
    const [recipient] = await api(listRecipients, { token, params, query: { search: email } })
    const { events } = await api(readTrail, { token, params, query: { recipient: recipient?.uuid ?? '' } })
    const seen = new Set<string>(events.filter(event => !event.bot).map(event => event.kind))
    return kinds.every(kind => seen.has(kind)) ? events : undefined
  })
  return (performance.now() - startedAt) / 1000
}
