/** Front door of tracking: short links of messages that belong to no run, and what a user agent says of who has it. */
import type { Deps } from '../../http/deps.ts'
import { shortAddress, signShortLink } from '../../lib/links/short-link.ts'
import { TEST_SEQ } from './links.ts'
import { insertTestLinks } from './queries.ts'

export { readVisitor } from './machines.ts'

/**
 * Short addresses for the links of a test message, by their numbers: as long as a campaign's, they lead to these pages for a week and
 * are not counted.
 */
export async function shortenTestLinks(
  { database, secrets, config, clock }: Pick<Deps, 'database' | 'secrets' | 'config' | 'clock'>,
  applicationId: string,
  addresses: ReadonlyMap<number, string>,
): Promise<(linkNo: number) => string> {
  const runNo = await insertTestLinks(database.kysely, { applicationId, addresses, now: clock.now() })
  return linkNo => shortAddress(config.publicUrl, signShortLink(secrets, { runNo, seq: TEST_SEQ, linkNo }))
}
